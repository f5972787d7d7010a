import type { Logger } from '@kla/chassis'
import type { Effect } from '../domain/index.js'
import type { EngineMetrics } from '../metrics.js'
import type { PendingStore, Taken } from '../store/pending-store.js'

export interface SweepOptions {
  readonly pending: PendingStore
  readonly carryOut: (effects: readonly Effect[]) => Promise<readonly unknown[]>
  readonly metrics: EngineMetrics
  readonly log: Logger
}

/** Carries out what pods that died, or could not, have left undone; measures on the way. Never throws. */
export const createSweep = ({ pending, carryOut, metrics, log }: SweepOptions) =>
  async function sweep(): Promise<void> {
    try {
      const shards = await Promise.all(pending.shards.map((shard) => pending.take(shard)))
      const effects = shards.flatMap((shard) => shard.effects)
      for (const { kind } of effects) metrics.retold.inc({ kind })
      measure(shards, metrics)
      const [err, ...others] = await carryOut(effects)
      // One line a sweep: an outage leaves thousands.
      if (err) log.warn({ err, others: others.length }, 'effects are left for later')
    } catch (error) {
      log.warn({ err: error }, 'what is pending cannot be looked at right now')
    }
  }

function measure(shards: readonly Taken[], metrics: EngineMetrics): void {
  metrics.pending.set(shards.reduce((sum, shard) => sum + shard.pending, 0))
  metrics.pendingOverdue.set(Math.max(...shards.map((shard) => shard.overdueMs)) / 1000)
  const rooms = new Map<string, number>()
  for (const [phase, count] of shards.flatMap((shard) => Object.entries(shard.rooms))) {
    rooms.set(phase, (rooms.get(phase) ?? 0) + count)
  }
  for (const [phase, count] of rooms) metrics.rooms.set({ phase }, count)
}
