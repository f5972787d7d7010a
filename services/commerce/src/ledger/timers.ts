import { createCachedReading, gauge, type Logger, type Metrics } from '@kla/chassis'
import type { CommerceMetrics } from '../shared/metrics.js'
import type { HoldStore } from './hold-store.js'
import type { Holds } from './holds.js'
import type { LedgerStore } from './store.js'

const WHOLE_EVERY_MS = 24 * 3_600_000

/** More ids than transactions under way, which commit in any order. */
const UNDER_WAY = 10_000

/** Finds faults that passed the database's own checks: in new transactions, once a day and after faults in all. */
export function createCheckLedger(
  ledger: Pick<LedgerStore, 'countFaults'>,
  metrics: CommerceMetrics,
  log: Logger,
  now: () => number,
): () => Promise<void> {
  let after = 0
  let wholeAt = -Infinity
  return async () => {
    const startedAt = now()
    const isWhole = startedAt >= wholeAt
    const { faults, last } = await ledger.countFaults(isWhole ? 0 : after)
    if (faults > 0) wholeAt = -Infinity
    else {
      after = Math.max(0, last - UNDER_WAY)
      if (isWhole) wholeAt = startedAt + WHOLE_EVERY_MS
    }
    metrics.ledgerFaults.set(faults)
    metrics.ledgerChecks.inc()
    if (faults > 0) log.error({ faults }, 'the ledger does not add up')
  }
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
