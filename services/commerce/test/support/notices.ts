import { newId } from '@kla/chassis'
import type { PaymentNotice } from '../../src/payments/payment-provider.js'

/** What an order's provider may say of it. Refunds and disputes name the payment alone, as Stripe's do. */
export const noticesOf = (orderId: string, totalCents: number, paymentId = `pi_${orderId}`) => ({
  paid: (change: { amountCents?: number; currency?: string } = {}): PaymentNotice => ({
    kind: 'paid',
    eventId: newId(),
    order: { orderId, paymentId },
    paymentId,
    amountCents: totalCents,
    currency: 'usd',
    ...change,
  }),
  cancelled: (): PaymentNotice => ({ kind: 'cancelled', eventId: newId(), order: { orderId } }),
  refunded: (refundedCents = totalCents): PaymentNotice => ({
    kind: 'refunded',
    eventId: newId(),
    order: { paymentId },
    refundedCents,
  }),
  refund: (refundId: string, amountCents: number, state: 'given' | 'failed'): PaymentNotice => ({
    kind: 'refund',
    eventId: newId(),
    order: { paymentId },
    refundId,
    amountCents,
    state,
  }),
  dispute: (state: 'open' | 'won' | 'lost', disputeId = `dp_${orderId}`, amountCents?: number): PaymentNotice => ({
    kind: 'dispute',
    eventId: newId(),
    order: { paymentId },
    disputeId,
    state,
    amountCents,
  }),
})
