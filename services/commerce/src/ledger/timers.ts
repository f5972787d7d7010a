import { createCachedReading, gauge, type Logger, type Metrics } from '@kla/chassis'
import type { CommerceMetrics } from '../shared/metrics.js'
import type { HoldStore } from './hold-store.js'
import type { Holds } from './holds.js'
import type { LedgerStore } from './store.js'

/** Finds faults that passed the database's own checks. */
export const createCheckLedger =
  (ledger: Pick<LedgerStore, 'countFaults'>, metrics: CommerceMetrics, log: Logger) => async (): Promise<void> => {
    const faults = await ledger.countFaults()
    metrics.ledgerFaults.set(faults)
    metrics.ledgerChecks.inc()
    if (faults > 0) log.error({ faults }, 'the ledger does not add up')
  }

const BATCH = 100

interface ExpireHoldsDeps {
  readonly store: Pick<HoldStore, 'unsettledSince'>
  readonly holds: Pick<Holds, 'settle'>
  readonly expiresMs: number
  readonly metrics: CommerceMetrics
  readonly log: Logger
  readonly now: () => number
}

/** Returns items whose hold its caller never settled. */
export const createExpireHolds =
  ({ store, holds, expiresMs, metrics, log, now }: ExpireHoldsDeps) =>
  async (): Promise<void> => {
    let keys: readonly string[]
    do {
      keys = await store.unsettledSince(now() - expiresMs, BATCH)
      for (const key of keys) {
        const settled = await holds.settle(key, 'released', now())
        if ('refused' in settled || !settled.changed) continue
        metrics.holdsExpired.inc()
        log.warn({ key }, 'unsettled hold released')
      }
    } while (keys.length === BATCH)
  }

/** Later repeats are new commands, which pay. */
const FORGOTTEN_AFTER_MS = 30 * 24 * 3_600_000

const FORGET_BATCH = 1_000

export const createForgetHolds =
  (holds: Pick<HoldStore, 'forgetNeverHeld'>, now: () => number, atOnce = FORGET_BATCH) =>
  async (): Promise<void> => {
    let forgotten: number
    do {
      forgotten = await holds.forgetNeverHeld(now() - FORGOTTEN_AFTER_MS, atOnce)
    } while (forgotten === atOnce)
  }

const EVERY_MS = 15_000

/** Measures holds of all pods; take the maximum. */
export function measureHolds(metrics: Metrics, holds: Pick<HoldStore, 'unsettled'>): void {
  const read = createCachedReading(['held', 'oldest'], holds.unsettled, { everyMs: EVERY_MS })
  gauge(metrics, 'kla_commerce_holds', 'Items that are set aside and not settled, of all pods.', async function () {
    this.set((await read()).held)
  })
  gauge(
    metrics,
    'kla_commerce_holds_oldest_seconds',
    'For how long the oldest of them has been set aside; 0: there is none.',
    async function () {
      this.set((await read()).oldest)
    },
  )
}
