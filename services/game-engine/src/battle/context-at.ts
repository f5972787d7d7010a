import type { Category } from '@kla/proto/web'
import type { Battle, Command, Context, Timings } from '../domain/index.js'
import { isPlayed } from '../domain/index.js'
import type { RotationPools } from './rotation-pools.js'

/** What a decision is made with, beside the battle and the command. */
export type ContextAt = (nowMs: number, battle: Battle | undefined, command: Command) => Promise<Context>

/**
 * Decisions are made as of a tick, so that phases which begin within one end in the same moment: what follows goes to
 * Redis, NATS and each gateway together then, where the first message costs as much as many. Milliseconds, by which a
 * phase may be shorter: a fiftieth of a second, which nobody sees.
 */
const TICK_MS = 20

/** Contexts with the pool of the battle's own category, and the rest as configured. */
export function createContextAt(options: {
  timings: Timings
  optionsPerHand: number
  pools: Pick<RotationPools, 'of'>
  /** When the last time ended in which no engine was there. */
  absentUntilMs: () => Promise<number>
  random: () => number
  newId: () => string
}): ContextAt {
  const { timings, optionsPerHand, pools, absentUntilMs, random, newId } = options
  return async (nowMs, battle, command) => {
    const category = categoryOf(battle, command)
    const pool = category ? await pools.of(category) : []
    return { now: decidedAt(nowMs, battle), absentUntilMs: await absentUntilMs(), random, newId, timings, pool, optionsPerHand }
  }
}

/** A deadline that has come stays behind, wherever it lies within the tick. */
function decidedAt(nowMs: number, battle: Battle | undefined): number {
  const tick = nowMs - (nowMs % TICK_MS)
  return battle && isPlayed(battle) && battle.deadlineMs <= nowMs ? Math.max(tick, battle.deadlineMs) : tick
}

function categoryOf(battle: Battle | undefined, command: Command): Category | undefined {
  if (battle && isPlayed(battle)) return battle.match.category
  return command.kind === 'ready-up' ? command.room.category : undefined
}
