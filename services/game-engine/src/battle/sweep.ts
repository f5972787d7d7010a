import type { Logger, Looking } from '@kla/chassis'
import type { Effect } from '../domain/index.js'
import type { EngineMetrics } from '../metrics.js'
import type { Shard } from '../store/battle-keys.js'
import type { PendingStore, Taken } from '../store/pending-store.js'
import type { Effects } from './carry-out.js'

export interface SweepOptions<E extends Effect> {
  readonly pending: PendingStore<E>
  /** Which shards to look at; the lead of whoever commits is no shorter than the longest pause between two looks at one. */
  readonly looking: Looking<Shard>
  readonly carrying: Pick<Effects<E>, 'carryOut' | 'isUnderWay'>
  readonly measure: (shards: readonly Taken[]) => void
  readonly metrics: EngineMetrics
  readonly log: Logger
}

/** Carries out what pods that died, or could not, have left undone; measures on the way. Never throws. */
export function createSweep<E extends Effect>(options: SweepOptions<E>): () => Promise<void> {
  const { pending, looking, carrying, measure, metrics, log } = options
  const seen = new Map<Shard, Taken<E>>()

  /** What a shard has that this process is not at: slow is not dead. Asked as soon as it is taken, before it may be done. */
  const look = async (shard: Shard): Promise<readonly E[]> => {
    const taken = await pending.take(shard)
    const left = taken.effects.filter((effect) => !carrying.isUnderWay(effect))
    looking.looked(shard, taken.nextInMs)
    seen.set(shard, taken)
    return left
  }

  return async () => {
    try {
      const effects = (await Promise.all(looking.due(pending.shards).map(look))).flat()
      for (const { kind } of effects) metrics.retold.inc({ kind })
      measure([...seen.values()])
      const [err, ...others] = await carrying.carryOut(effects)
      // One line a sweep: an outage leaves thousands.
      if (err) log.warn({ err, others: others.length }, 'effects are left for later')
    } catch (error) {
      log.warn({ err: error }, 'what is pending cannot be looked at right now')
    }
  }
}
