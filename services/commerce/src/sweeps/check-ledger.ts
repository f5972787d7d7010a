import type { Logger } from '@kla/chassis'
import type { CommerceMetrics } from '../metrics.js'
import type { LedgerStore } from '../store/ledger-store.js'

/** Adds the whole ledger up. The database refuses what does not balance; this is for whatever got past it. */
export const createCheckLedger =
  (ledger: Pick<LedgerStore, 'countFaults'>, metrics: CommerceMetrics, log: Logger) => async (): Promise<void> => {
    const faults = await ledger.countFaults()
    metrics.ledgerFaults.set(faults)
    metrics.ledgerChecks.inc()
    if (faults > 0) log.error({ faults }, 'the ledger does not add up')
  }
