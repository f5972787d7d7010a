import type { Logger, PollSchedule } from '@kla/chassis'
import type { EngineMetrics } from '../shared/metrics.js'
import type { Shard } from '../shared/redis.js'
import type { Effects, Leased, PendingStore } from './effects.js'
import type { Effect } from './rules/step.js'

interface SweepDeps<E extends Effect> {
  readonly pending: PendingStore<E>
  readonly schedule: PollSchedule<Shard>
  readonly effects: Pick<Effects<E>, 'carryOut' | 'isUnderWay'>
  /** False while effects have to be repeated. */
  readonly reachesAll?: () => boolean
  readonly measure: (shards: readonly Leased[]) => void
  readonly metrics: EngineMetrics
  readonly log: Logger
}

/** Carries out what other pods left. Never throws. */
export function createSweep<E extends Effect>(deps: SweepDeps<E>): () => Promise<void> {
  const { pending, schedule, effects, reachesAll = () => true, measure, metrics, log } = deps
  const seen = new Map<Shard, Leased<E>>()

  const poll = async (shard: Shard, briefly: boolean): Promise<readonly E[]> => {
    const leased = await pending.lease(shard, briefly)
    const left = leased.effects.filter((effect) => !effects.isUnderWay(effect))
    schedule.looked(shard, leased.nextInMs)
    seen.set(shard, leased)
    return left
  }

  return async () => {
    try {
      const briefly = !reachesAll()
      const left = (await Promise.all(schedule.due(pending.shards).map((shard) => poll(shard, briefly)))).flat()
      // Repeats after an outage say nothing about other pods.
      if (!briefly) for (const { kind } of left) metrics.republished.inc({ kind })
      measure([...seen.values()])
      const [err, ...others] = await effects.carryOut(left)
      // One entry, because an outage leaves thousands.
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
