import type { Timers } from '../payments/deliveries.js'
import { invalidRequest, missing } from './api-error.js'
import type { Checkout } from './checkout.js'
import type { Notify } from './events.js'
import { newStripeId } from './ids.js'
import { sessionObject } from './objects.js'
import type { SessionRequest } from './session-request.js'

/** Checkout sessions by id and payment. */
export interface Checkouts {
  /** `createdAt`: Unix seconds, by which the request was read. */
  open(request: SessionRequest, createdAt: number): Checkout
  /** Throws for an unknown session. */
  find(sessionId: string): Checkout
  /** Finds by payment intent or charge, or throws. */
  findByPayment(id: string): Checkout
  expire(checkout: Checkout): Promise<void>
  show(checkout: Checkout): ReturnType<typeof sessionObject>
  list(): readonly Checkout[]
}

export function createCheckouts(options: {
  readonly pageOf: (sessionId: string) => string
  readonly notify: Notify
  readonly timers: Timers
}): Checkouts {
  const byId = new Map<string, Checkout>()
  const show = (checkout: Checkout) => sessionObject(checkout, options.pageOf(checkout.id))

  async function expire(checkout: Checkout): Promise<void> {
    if (checkout.status !== 'open') {
      throw invalidRequest('Only Checkout Sessions with a status in ["open"] can be expired.')
    }
    checkout.status = 'expired'
    await options.notify([['checkout.session.expired', show(checkout)]])
  }

  return {
    open(request, createdAt) {
      const checkout: Checkout = { id: newStripeId.session(), createdAt, request, status: 'open' }
      byId.set(checkout.id, checkout)
      options.timers.after((request.expiresAt - createdAt) * 1_000, () => {
        if (checkout.status === 'open') void expire(checkout)
      })
      return checkout
    },
    find(sessionId) {
      const checkout = byId.get(sessionId)
      if (!checkout) throw missing('checkout.session', sessionId)
      return checkout
    },
    findByPayment(id) {
      const ofPayment = ({ charge }: Checkout) => charge?.id === id || charge?.paymentIntentId === id
      const checkout = [...byId.values()].find(ofPayment)
      if (!checkout) throw missing(id.startsWith('ch_') ? 'charge' : 'payment_intent', id)
      return checkout
    },
    expire,
    show,
    list: () => [...byId.values()],
  }
}
