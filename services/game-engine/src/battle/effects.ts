import type { Logger, Looking } from '@kla/chassis'
import type { EngineMetrics } from '../shared/metrics.js'
import type { Shard } from '../shared/redis.js'
import type { Crossed, PendingStore, Taken } from './pending-store.js'
import { type Effect, effectId, roomOf } from './rules/step.js'

interface EffectsOptions<E extends Effect> {
  /** Rejects when it cannot be known that it is done; may be called again for what is done already. */
  readonly carryOutOne: (effect: E) => Promise<void>
  /** Asked before each crossing off: rejects when what has been carried out since the last time may be lost after all. */
  readonly confirm?: () => Promise<void>
  readonly pending: Pick<PendingStore<E>, 'clear'>
}

/** Carries out what decisions ask for, each effect by itself, and crosses off what is done. */
export interface Effects<E extends Effect> {
  /** Resolves when each is carried out or has failed, and answers the failures: those are for whoever sweeps next. */
  carryOut(effects: readonly E[]): Promise<readonly unknown[]>
  /** Whether this process is about to carry it out and cross it off. */
  isUnderWay(effect: E): boolean
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
}

/**
 * Crossed off together is what has been done within this time: each of them alone would cost Redis as much as the
 * decision itself. A small part of the second after which others take it for left undone.
 */
const CROSS_OFF_EVERY_MS = 100

export function createEffects<E extends Effect>({ carryOutOne, confirm, pending }: EffectsOptions<E>): Effects<E> {
  const underWay = new Set<string>()
  const working = new Set<Promise<unknown>>()
  let done: Crossed[] = []

  function tracked<T>(work: Promise<T>): Promise<T> {
    working.add(work)
    return work.finally(() => working.delete(work))
  }

  function crossOff(one: Crossed): void {
    if (done.push(one) > 1) return
    const moment = new Promise((resolve) => setTimeout(resolve, CROSS_OFF_EVERY_MS))
    void tracked(moment.then(crossOffAll))
  }

  /** What cannot be crossed off is carried out once more, by a sweep. */
  async function crossOffAll(): Promise<void> {
    const all = done
    done = []
    try {
      await confirm?.()
      await pending.clear(all)
    } catch {
      // A sweep finds it.
    }
    for (const { id } of all) underWay.delete(id)
  }

  async function carryOutAndCrossOff(effect: E): Promise<void> {
    const id = effectId(effect)
    underWay.add(id)
    try {
      await carryOutOne(effect)
    } catch (error) {
      underWay.delete(id)
      throw error
    }
    crossOff({ id, roomId: roomOf(effect) })
  }

  return {
    async carryOut(effects) {
      const ended = await tracked(Promise.allSettled(effects.map(carryOutAndCrossOff)))
      return ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    },
    isUnderWay: (effect) => underWay.has(effectId(effect)),
    async settled() {
      while (working.size > 0) await Promise.all(working)
    },
  }
}

interface SweepOptions<E extends Effect> {
  readonly pending: PendingStore<E>
  /** Which shards to look at; the lead of whoever commits is no shorter than the longest pause between two looks at one. */
  readonly schedule: Looking<Shard>
  readonly effects: Pick<Effects<E>, 'carryOut' | 'isUnderWay'>
  readonly measure: (shards: readonly Taken[]) => void
  readonly metrics: EngineMetrics
  readonly log: Logger
}

/** Carries out what pods that died, or could not, have left undone; measures on the way. Never throws. */
export function createSweep<E extends Effect>(options: SweepOptions<E>): () => Promise<void> {
  const { pending, schedule, effects, measure, metrics, log } = options
  const seen = new Map<Shard, Taken<E>>()

  /** What a shard has that this process is not at: slow is not dead. Asked as soon as it is taken, before it may be done. */
  const poll = async (shard: Shard): Promise<readonly E[]> => {
    const taken = await pending.take(shard)
    const left = taken.effects.filter((effect) => !effects.isUnderWay(effect))
    schedule.looked(shard, taken.nextInMs)
    seen.set(shard, taken)
    return left
  }

  return async () => {
    try {
      const left = (await Promise.all(schedule.due(pending.shards).map(poll))).flat()
      for (const { kind } of left) metrics.republished.inc({ kind })
      measure([...seen.values()])
      const [err, ...others] = await effects.carryOut(left)
      // One line a sweep: an outage leaves thousands.
      if (err) log.warn({ err, others: others.length }, 'effects are left for later')
    } catch (error) {
      log.warn({ err: error }, 'what is pending cannot be looked at right now')
    }
  }
}

/** How much waits, and for how long: of announcements, or of settlements. */
export function measurePending(gauges: EngineMetrics['announcements'], shards: readonly Taken[]): void {
  gauges.pending.set(shards.reduce((sum, shard) => sum + shard.pending, 0))
  gauges.overdue.set(Math.max(...shards.map((shard) => shard.overdueMs)) / 1000)
}

export function measureRooms(metrics: EngineMetrics, shards: readonly Taken[]): void {
  const rooms = new Map<string, number>()
  for (const [phase, count] of shards.flatMap((shard) => Object.entries(shard.rooms))) {
    rooms.set(phase, (rooms.get(phase) ?? 0) + count)
  }
  for (const [phase, count] of rooms) metrics.rooms.set({ phase }, count)
}
