import type { Database, Handlers, Logger, Metrics } from '@kla/chassis'
import type { CommerceServiceService } from '@kla/proto'
import type { CommerceMetrics } from '../shared/metrics.js'
import { createHoldStore } from './hold-store.js'
import { createHolds } from './holds.js'
import { ledgerHandlers } from './rpc.js'
import { createLedgerStore } from './store.js'
import { createCheckLedger, createExpireHolds, createForgetHolds, measureHolds } from './timers.js'

export { availableOf, availableOfItem, post } from './store.js'

export interface LedgerDeps {
  readonly database: Database
  readonly holdExpiresMs: number
  readonly metrics: Metrics
  readonly commerceMetrics: CommerceMetrics
  readonly log: Logger
  readonly now: () => number
}

/** Handlers of the ledger, holds and timers. */
export interface Ledger {
  readonly handlers: Pick<
    Handlers<typeof CommerceServiceService>,
    'getInventory' | 'giftItems' | 'holdItem' | 'settleHold'
  >
  readonly sweeps: { readonly [name in 'expireHolds' | 'forgetHolds' | 'checkLedger']: () => Promise<void> }
}

/** Creates the item ledger: balances, gifts and holds. */
export function createLedger(deps: LedgerDeps): Ledger {
  const { database, holdExpiresMs: expiresMs, metrics, commerceMetrics, log, now } = deps
  const ledger = createLedgerStore(database)
  const store = createHoldStore(database)
  const holds = createHolds(store)
  measureHolds(metrics, store)
  return {
    handlers: ledgerHandlers({ ledger, holds, now }),
    sweeps: {
      expireHolds: createExpireHolds({ store, holds, expiresMs, metrics: commerceMetrics, log, now }),
      forgetHolds: createForgetHolds(store, now),
      checkLedger: createCheckLedger(ledger, commerceMetrics, log, now),
    },
  }
}
