import type { Logger } from '@kla/chassis'
import type { CommerceMetrics } from '../metrics.js'
import type { TellingNotice } from '../store/payment-events.js'
import type { SettlementStore, Taken } from '../store/settlement-store.js'
import type { PaymentNotice, ProviderName } from './payment-provider.js'

/** Takes in what a provider has said and does what follows: grants, takes back, cancels. Safe to repeat. */
export type Fulfil = (provider: ProviderName, notices: readonly PaymentNotice[]) => Promise<void>

export interface FulfilOptions {
  readonly settlements: SettlementStore
  readonly metrics: CommerceMetrics
  readonly log: Logger
  readonly now: () => number
  /** There may be facts to publish. */
  readonly onSettled: () => void
}

export function createFulfil({ settlements, metrics, log, now, onSettled }: FulfilOptions): Fulfil {
  return async (provider, notices) => {
    for (const [part, notice] of notices.entries()) {
      if (notice.kind === 'unpaid') continue
      const eventId = notice.eventId || nameOfAnswer(notice)
      const taken = await settlements.take({ provider, eventId, part, notice }, now())
      report(provider, eventId, taken)
    }
  }

  function report(provider: ProviderName, eventId: string, taken: Taken): void {
    metrics.notices.inc({ provider, outcome: taken.outcome })
    if (taken.outcome === 'unknown') log.warn({ provider, eventId }, 'a notice is about no order of ours')
    if (taken.outcome !== 'settled') return
    const { orderId, status, mismatch } = taken
    if (mismatch) {
      metrics.mismatches.inc({ kind: mismatch })
      log.error({ provider, eventId, orderId, mismatch }, 'a payment is not what the order asks for')
    }
    if (!status) return
    metrics.orders.inc({ outcome: status })
    log.info({ orderId, status }, 'an order has changed')
    onSettled()
  }
}

/** An answer to a question of ours has no name: the same answer about the same payment is the same fact. */
function nameOfAnswer(notice: TellingNotice): string {
  const about = notice.order.orderId ?? notice.order.sessionId ?? ''
  return notice.kind === 'paid' ? `answer:paid:${about}:${notice.paymentId}` : `answer:${notice.kind}:${about}`
}
