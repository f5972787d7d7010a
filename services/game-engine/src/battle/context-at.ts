import type { Context, Timings } from '../domain/index.js'
import { isPlayed } from '../domain/index.js'
import type { RotationPools } from './rotation-pools.js'
import type { ContextAt } from './run-command.js'

/** What a decision is made with: the pool of the battle's own category, and the rest as configured. */
export function createContextAt(options: {
  timings: Timings
  optionsPerHand: number
  pools: Pick<RotationPools, 'of'>
  random: () => number
  newId: () => string
}): ContextAt {
  const { timings, optionsPerHand, pools, random, newId } = options
  return (now, battle, command): Context => {
    const pool =
      battle && isPlayed(battle)
        ? pools.of(battle.match.category)
        : command.kind === 'ready-up'
          ? pools.of(command.room.category)
          : []
    return { now, random, newId, timings, pool, optionsPerHand }
  }
}
