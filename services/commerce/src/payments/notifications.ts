import { type Handlers, KlaError, type Logger } from '@kla/chassis'
import type { CommerceServiceService } from '@kla/proto'
import type { CommerceMetrics } from '../shared/metrics.js'
import type { GrantOrder, GrantOutcome } from './grant-order.js'
import type { PaymentEvent, PaymentNotice, ProviderName, Providers } from './payment-provider.js'

/** Safe to repeat. */
export type ApplyNotices = (provider: ProviderName, notices: readonly PaymentNotice[]) => Promise<void>

/** Verifies a webhook and applies it. Errors: NOT_FOUND, SIGNATURE_INVALID; UNAVAILABLE asks for a retry. */
export const receiveNotification =
  (deps: {
    readonly providers: Providers
    readonly applyNotices: ApplyNotices
    readonly now: () => number
  }): Handlers<typeof CommerceServiceService>['receiveNotification'] =>
  async ({ provider: name, body, signature }) => {
    const { providers, applyNotices, now } = deps
    const provider = providers.find(name)
    if (!provider) throw new KlaError('NOT_FOUND')
    const notices = await provider.readNotification({ body, signature, nowMs: now() })
    try {
      await applyNotices(provider.name, notices)
    } catch (cause) {
      throw new KlaError('UNAVAILABLE', undefined, { cause })
    }
    return {}
  }

interface ApplyNoticesDeps {
  readonly grantOrder: GrantOrder
  readonly metrics: CommerceMetrics
  readonly log: Logger
  readonly now: () => number
  readonly onChanged: () => void
}

export function createApplyNotices({ grantOrder, metrics, log, now, onChanged }: ApplyNoticesDeps): ApplyNotices {
  return async (provider, notices) => {
    for (const [part, notice] of notices.entries()) {
      if (notice.kind === 'unpaid') continue
      const eventId = notice.eventId || idOfAnswer(notice)
      report(provider, eventId, await grantOrder({ provider, eventId, part, notice }, now()))
    }
  }

  function report(provider: ProviderName, eventId: string, granted: GrantOutcome): void {
    metrics.notices.inc({ provider, outcome: granted.outcome })
    if (granted.outcome === 'unknown') log.warn({ provider, eventId }, 'a notice is about no order of ours')
    if (granted.outcome !== 'settled') return
    const { orderId, status, mismatch } = granted
    if (mismatch) {
      metrics.mismatches.inc({ kind: mismatch })
      log.error({ provider, eventId, orderId, mismatch }, 'a payment is not what the order asks for')
    }
    if (!status) return
    metrics.orders.inc({ outcome: status })
    log.info({ orderId, status }, 'an order has changed')
    onChanged()
  }
}

/** Answers to our own queries have no event id; the same answer about the same payment is a repeat. */
function idOfAnswer(notice: PaymentEvent['notice']): string {
  const about = notice.order.orderId ?? notice.order.sessionId ?? ''
  return notice.kind === 'paid' ? `answer:paid:${about}:${notice.paymentId}` : `answer:${notice.kind}:${about}`
}
