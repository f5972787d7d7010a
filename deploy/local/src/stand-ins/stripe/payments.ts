import type { CardOutcome } from '../payments/cards.js'
import type { Timers } from '../payments/deliveries.js'
import type { Charge, Checkout } from './checkout.js'
import type { Checkouts } from './checkouts.js'
import type { Notify } from './events.js'
import { newStripeId } from './ids.js'
import { chargeObject, paymentIntentObject, type PaymentProblem } from './objects.js'
import type { Reversals } from './reversals.js'

/** Outcome of an attempt to pay. */
export type PayResult = 'done' | 'over' | { readonly problem: PaymentProblem }

/** Card payments of checkout sessions. */
export interface Payments {
  /** `over`: the checkout cannot be paid any more. */
  pay(checkout: Checkout, outcome: CardOutcome, lastFour: string): Promise<PayResult>
}

export function createPayments(options: {
  readonly checkouts: Checkouts
  readonly reversals: Reversals
  readonly notify: Notify
  readonly timers: Timers
  readonly now: () => number
  readonly lateMs: number
}): Payments {
  const { checkouts, notify, timers } = options

  function charge(checkout: Checkout, status: Charge['status'], lastFour: string): Charge {
    const paymentIntentId = (checkout.paymentIntentId ??= newStripeId.paymentIntent())
    const createdAt = Math.floor(options.now() / 1_000)
    return { id: newStripeId.charge(), paymentIntentId, createdAt, lastFour, status, refunds: [] }
  }

  async function decline(checkout: Checkout, problem: PaymentProblem, lastFour: string): Promise<PayResult> {
    const failed = charge(checkout, 'failed', lastFour)
    await notify([
      ['charge.failed', chargeObject(checkout, failed)],
      ['payment_intent.payment_failed', paymentIntentObject(checkout, problem)],
    ])
    return { problem }
  }

  async function succeed(checkout: Checkout, paid: Charge, event: string): Promise<void> {
    paid.status = 'succeeded'
    await notify([
      ['charge.succeeded', chargeObject(checkout, paid)],
      ['payment_intent.succeeded', paymentIntentObject(checkout)],
      [event, checkouts.show(checkout)],
    ])
  }

  async function decideLate(checkout: Checkout, late: Charge, succeeds: boolean): Promise<void> {
    if (succeeds) return succeed(checkout, late, 'checkout.session.async_payment_succeeded')
    late.status = 'failed'
    await notify([
      ['charge.failed', chargeObject(checkout, late)],
      ['payment_intent.payment_failed', paymentIntentObject(checkout)],
      ['checkout.session.async_payment_failed', checkouts.show(checkout)],
    ])
  }

  return {
    async pay(checkout, outcome, lastFour) {
      // A second click pays nothing more.
      if (checkout.status !== 'open') return checkout.charge && checkout.charge.status !== 'failed' ? 'done' : 'over'
      if (outcome.kind === 'declined') return decline(checkout, outcome, lastFour)
      checkout.status = 'complete'
      if (outcome.kind === 'late') {
        const late = (checkout.charge = charge(checkout, 'pending', lastFour))
        timers.after(options.lateMs, () => void decideLate(checkout, late, outcome.succeeds))
        await notify([
          ['payment_intent.processing', paymentIntentObject(checkout)],
          ['checkout.session.completed', checkouts.show(checkout)],
        ])
        return 'done'
      }
      const paid = (checkout.charge = charge(checkout, 'succeeded', lastFour))
      if (outcome.kind === 'disputed') {
        timers.after(options.lateMs, () => void options.reversals.dispute(checkout, 'open'))
      }
      await succeed(checkout, paid, 'checkout.session.completed')
      return 'done'
    },
  }
}
