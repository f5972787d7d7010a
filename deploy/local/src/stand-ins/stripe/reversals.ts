import { invalidRequest } from './api-error.js'
import { type Charge, type Checkout, type DisputeState, isPaid, type Refund, refundedCents } from './checkout.js'
import type { Notify } from './events.js'
import { newStripeId } from './ids.js'
import { chargeObject, disputeObject, refundObject } from './objects.js'

/** Refunds and disputes. Methods throw Stripe's refusals. */
export interface Reversals {
  refund(checkout: Checkout, amountCents?: number): Promise<ReturnType<typeof refundObject>>
  /** Fails the newest refund, as banks do days later. */
  failRefund(checkout: Checkout): Promise<ReturnType<typeof refundObject>>
  /** Opens or decides a dispute; default: whole payment. */
  dispute(
    checkout: Checkout,
    state: DisputeState,
    amountCents?: number,
  ): Promise<NonNullable<ReturnType<typeof disputeObject>>>
}

export function createReversals({ notify, now }: { readonly notify: Notify; readonly now: () => number }): Reversals {
  const nowS = () => Math.floor(now() / 1_000)
  return {
    async refund(checkout, amountCents) {
      const charge = paidCharge(checkout)
      const left = checkout.request.totalCents - refundedCents(charge)
      const amount = amountCents ?? left
      if (left === 0)
        throw invalidRequest(`Charge ${charge.id} has already been refunded.`, undefined, ALREADY_REFUNDED)
      if (!Number.isInteger(amount) || amount < 1) throw invalidRequest('Invalid positive integer', 'amount')
      if (amount > left) throw invalidRequest('Refund amount is greater than unrefunded amount on charge', 'amount')
      const given: Refund = { id: newStripeId.refund(), amountCents: amount, createdAt: nowS(), status: 'succeeded' }
      charge.refunds.push(given)
      const refund = refundObject(given, charge, checkout.request.currency)
      await notify([
        ['refund.created', refund],
        ['charge.refunded', chargeObject(checkout, charge)],
      ])
      return refund
    },
    async failRefund(checkout) {
      const charge = paidCharge(checkout)
      const given = charge.refunds.findLast(({ status }) => status !== 'failed')
      if (!given) throw invalidRequest('This charge has no refund that could fail.')
      given.status = 'failed'
      const refund = refundObject(given, charge, checkout.request.currency)
      await notify([
        ['refund.updated', refund],
        ['refund.failed', refund],
        ['charge.refund.updated', refund],
        ['charge.updated', chargeObject(checkout, charge)],
      ])
      return refund
    },
    async dispute(checkout, state, amountCents = checkout.request.totalCents) {
      const charge = paidCharge(checkout)
      const isNew = charge.dispute === undefined
      charge.dispute ??= { id: newStripeId.dispute(), createdAt: nowS(), amountCents, state: 'open' }
      if (isNew) await notify(opened(shown(checkout, charge)))
      charge.dispute.state = state
      const dispute = shown(checkout, charge)
      if (state === 'open' && !isNew) await notify([['charge.dispute.updated', dispute]])
      if (state !== 'open') await notify(closed(dispute, state))
      return dispute
    },
  }
}

const ALREADY_REFUNDED = 'charge_already_refunded'

type Dispute = NonNullable<ReturnType<typeof disputeObject>>

const opened = (dispute: Dispute) =>
  [
    ['charge.dispute.created', dispute],
    ['charge.dispute.funds_withdrawn', dispute],
  ] as const

const closed = (dispute: Dispute, state: 'won' | 'lost') => [
  ['charge.dispute.closed', dispute] as const,
  ...(state === 'won' ? [['charge.dispute.funds_reinstated', dispute] as const] : []),
]

function paidCharge(checkout: Checkout): Charge {
  if (!checkout.charge || !isPaid(checkout)) throw invalidRequest('This checkout has not been paid.')
  return checkout.charge
}

function shown(checkout: Checkout, charge: Charge): Dispute {
  const dispute = disputeObject(checkout, charge)
  if (!dispute) throw new Error('this charge is not disputed')
  return dispute
}
