import { KlaError, type Logger } from '@kla/chassis'
import type { CommerceHandlers, Dependencies } from '../checkout/index.js'
import type { CommerceMetrics } from '../shared/metrics.js'
import type { SettlementStore, Taken } from './grant-order.js'
import type { PaymentNotice, ProviderName } from './payment-provider.js'
import type { TellingNotice } from './store.js'

/** Takes in what a provider has said and does what follows: grants, takes back, cancels. Safe to repeat. */
export type Fulfil = (provider: ProviderName, notices: readonly PaymentNotice[]) => Promise<void>

interface FulfilOptions {
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

export const receiveNotification =
  ({ providers, fulfil, now }: Dependencies): CommerceHandlers['receiveNotification'] =>
  async ({ provider: name, body, signature }) => {
    const provider = providers.find(name)
    if (!provider) throw new KlaError('NOT_FOUND')
    const notices = await provider.readNotification({ body, signature, nowMs: now() })
    try {
      await fulfil(provider.name, notices)
    } catch (cause) {
      // Whatever it was: the provider sends it again.
      throw new KlaError('UNAVAILABLE', undefined, { cause })
    }
    return {}
  }
