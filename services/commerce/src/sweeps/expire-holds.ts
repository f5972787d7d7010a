import type { Logger } from '@kla/chassis'
import type { CommerceMetrics } from '../metrics.js'
import type { HoldStore } from '../store/hold-store.js'

const AT_ONCE = 100

export interface ExpireHoldsOptions {
  readonly holds: Pick<HoldStore, 'unsettledSince' | 'settle'>
  readonly expiresMs: number
  readonly metrics: CommerceMetrics
  readonly log: Logger
  readonly now: () => number
}

/** Gives back what whoever set it aside has never settled, as after the loss of its store. */
export const createExpireHolds =
  ({ holds, expiresMs, metrics, log, now }: ExpireHoldsOptions) =>
  async (): Promise<void> => {
    let keys: readonly string[]
    do {
      keys = await holds.unsettledSince(now() - expiresMs, AT_ONCE)
      for (const key of keys) {
        // Refused: it was spent in this very moment.
        const settled = await holds.settle(key, 'released', now())
        if ('refused' in settled || !settled.changed) continue
        metrics.holdsExpired.inc()
        log.warn({ key }, 'a hold that nobody settled was given back')
      }
    } while (keys.length === AT_ONCE)
  }
