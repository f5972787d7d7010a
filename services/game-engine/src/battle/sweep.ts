import type { Logger } from '@kla/chassis'
import type { Effect } from '../domain/index.js'
import type { EngineMetrics } from '../metrics.js'
import type { PendingStore, Taken } from '../store/pending-store.js'
import type { Effects } from './carry-out.js'

export interface SweepOptions<E extends Effect> {
  readonly pending: PendingStore<E>
  readonly carrying: Pick<Effects<E>, 'carryOut' | 'isUnderWay'>
  readonly measure: (shards: readonly Taken[]) => void
  readonly metrics: EngineMetrics
  readonly log: Logger
}

/** Carries out what pods that died, or could not, have left undone; measures on the way. Never throws. */
export const createSweep = <E extends Effect>({ pending, carrying, measure, metrics, log }: SweepOptions<E>) =>
  async function sweep(): Promise<void> {
    try {
      const shards = await Promise.all(pending.shards.map((shard) => pending.take(shard)))
      // Slow is not dead: what this process is still at is not told once more by itself.
      const effects = shards.flatMap((shard) => shard.effects).filter((effect) => !carrying.isUnderWay(effect))
      for (const { kind } of effects) metrics.retold.inc({ kind })
      measure(shards)
      const [err, ...others] = await carrying.carryOut(effects)
      // One line a sweep: an outage leaves thousands.
      if (err) log.warn({ err, others: others.length }, 'effects are left for later')
    } catch (error) {
      log.warn({ err: error }, 'what is pending cannot be looked at right now')
    }
  }
