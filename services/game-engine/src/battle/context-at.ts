import type { Category } from '@kla/proto/web'
import type { Battle, Command, Context, Timings } from '../domain/index.js'
import { isPlayed } from '../domain/index.js'
import type { RotationPools } from './rotation-pools.js'

/** What a decision is made with, beside the battle and the command. */
export type ContextAt = (nowMs: number, battle: Battle | undefined, command: Command) => Promise<Context>

/** Contexts with the pool of the battle's own category, and the rest as configured. */
export function createContextAt(options: {
  timings: Timings
  optionsPerHand: number
  pools: Pick<RotationPools, 'of'>
  random: () => number
  newId: () => string
}): ContextAt {
  const { timings, optionsPerHand, pools, random, newId } = options
  return async (now, battle, command) => {
    const category = categoryOf(battle, command)
    const pool = category ? await pools.of(category) : []
    return { now, random, newId, timings, pool, optionsPerHand }
  }
}

function categoryOf(battle: Battle | undefined, command: Command): Category | undefined {
  if (battle && isPlayed(battle)) return battle.match.category
  return command.kind === 'ready-up' ? command.room.category : undefined
}
