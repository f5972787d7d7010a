import type { Logger, PollSchedule } from '@kla/chassis'
import type { EngineMetrics } from '../shared/metrics.js'
import type { Shard } from '../shared/redis.js'
import type { FinishedEffect, PendingStore, Leased } from './pending-store.js'
import { type Effect, effectId, roomOf } from './rules/step.js'

interface EffectsDeps<E extends Effect> {
  /** Rejects unless it is known to be done; may be called again for the same effect. */
  readonly carryOutOne: (effect: E) => Promise<void>
  /** Called before effects are cleared; rejects if what was carried out may be lost. */
  readonly confirm?: () => Promise<void>
  readonly pending: Pick<PendingStore<E>, 'clear'>
}

/** Carries effects out one by one and clears the finished ones. */
export interface Effects<E extends Effect> {
  /** Returns the failures; a sweep retries those. */
  carryOut(effects: readonly E[]): Promise<readonly unknown[]>
  isUnderWay(effect: E): boolean
  settled(): Promise<void>
}

/** Finished effects are cleared in batches: clearing each alone would cost Redis as much as the commit. */
const CLEAR_EVERY_MS = 100

export function createEffects<E extends Effect>({ carryOutOne, confirm, pending }: EffectsDeps<E>): Effects<E> {
  const underWay = new Set<string>()
  const working = new Set<Promise<unknown>>()
  let done: FinishedEffect[] = []

  function tracked<T>(work: Promise<T>): Promise<T> {
    working.add(work)
    return work.finally(() => working.delete(work))
  }

  function clearLater(one: FinishedEffect): void {
    if (done.push(one) > 1) return
    const moment = new Promise((resolve) => setTimeout(resolve, CLEAR_EVERY_MS))
    void tracked(moment.then(clearFinished))
  }

  async function clearFinished(): Promise<void> {
    const all = done
    done = []
    try {
      await confirm?.()
      await pending.clear(all)
    } catch {
      // A sweep carries them out again.
    }
    for (const { id } of all) underWay.delete(id)
  }

  async function carryOutAndClear(effect: E): Promise<void> {
    const id = effectId(effect)
    underWay.add(id)
    try {
      await carryOutOne(effect)
    } catch (error) {
      underWay.delete(id)
      throw error
    }
    clearLater({ id, roomId: roomOf(effect) })
  }

  return {
    async carryOut(effects) {
      const ended = await tracked(Promise.allSettled(effects.map(carryOutAndClear)))
      return ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    },
    isUnderWay: (effect) => underWay.has(effectId(effect)),
    async settled() {
      while (working.size > 0) await Promise.all(working)
    },
  }
}

interface SweepDeps<E extends Effect> {
  readonly pending: PendingStore<E>
  readonly schedule: PollSchedule<Shard>
  readonly effects: Pick<Effects<E>, 'carryOut' | 'isUnderWay'>
  readonly measure: (shards: readonly Leased[]) => void
  readonly metrics: EngineMetrics
  readonly log: Logger
}

/** Carries out what other pods left undone, and measures it. Never throws. */
export function createSweep<E extends Effect>(deps: SweepDeps<E>): () => Promise<void> {
  const { pending, schedule, effects, measure, metrics, log } = deps
  const seen = new Map<Shard, Leased<E>>()

  /** Effects under way here are skipped: slow is not dead. */
  const poll = async (shard: Shard): Promise<readonly E[]> => {
    const leased = await pending.lease(shard)
    const left = leased.effects.filter((effect) => !effects.isUnderWay(effect))
    schedule.looked(shard, leased.nextInMs)
    seen.set(shard, leased)
    return left
  }

  return async () => {
    try {
      const left = (await Promise.all(schedule.due(pending.shards).map(poll))).flat()
      for (const { kind } of left) metrics.republished.inc({ kind })
      measure([...seen.values()])
      const [err, ...others] = await effects.carryOut(left)
      // One line per sweep: an outage leaves thousands.
      if (err) log.warn({ err, others: others.length }, 'effects are left for later')
    } catch (error) {
      log.warn({ err: error }, 'pending effects cannot be polled')
    }
  }
}

export function measurePending(gauges: EngineMetrics['announcements'], shards: readonly Leased[]): void {
  gauges.pending.set(shards.reduce((sum, shard) => sum + shard.pending, 0))
  gauges.overdue.set(Math.max(...shards.map((shard) => shard.overdueMs)) / 1000)
}

export function measureRooms(metrics: EngineMetrics, shards: readonly Leased[]): void {
  const rooms = new Map<string, number>()
  for (const [phase, count] of shards.flatMap((shard) => Object.entries(shard.rooms))) {
    rooms.set(phase, (rooms.get(phase) ?? 0) + count)
  }
  for (const [phase, count] of rooms) metrics.rooms.set({ phase }, count)
}
