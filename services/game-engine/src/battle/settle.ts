import { KlaError, type Logger } from '@kla/chassis'
import type { Holds } from '../clients/commerce.js'
import type { Settlement } from '../domain/index.js'
import type { EngineMetrics } from '../metrics.js'

/** Tells commerce what has become of a Wild Card. */
export const createSettle = (options: { commerce: Pick<Holds, 'settle'>; metrics: EngineMetrics; log: Logger }) =>
  async function settle({ key, outcome }: Settlement): Promise<void> {
    const { commerce, metrics, log } = options
    try {
      await commerce.settle(key, outcome)
      metrics.settlements.inc({ outcome })
    } catch (error) {
      if (!(error instanceof KlaError) || error.reason !== 'CONFLICT') throw error
      // The ledger stands by its first outcome: asking again would change nothing, but somebody must hear of it.
      metrics.settleConflicts.inc({ outcome })
      log.error({ key, outcome }, 'a hold was settled the other way before')
    }
  }
