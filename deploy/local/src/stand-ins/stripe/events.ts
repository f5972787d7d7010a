import { createHmac } from 'node:crypto'
import type { Deliveries, Notification } from '../payments/deliveries.js'
import { newStripeId } from './ids.js'
import { eventObject } from './objects.js'

/** `Stripe-Signature`: `t=<Unix seconds>,v1=<HMAC-SHA256 over "t.body">`. */
function stripeSignature(body: string, secret: string, nowMs: number): string {
  const time = Math.floor(nowMs / 1_000)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}

/** Sends current objects; resolves when the cause may continue. */
export type Notify = (events: readonly (readonly [type: string, object: object])[]) => Promise<void>

export function createNotify(deliveries: Deliveries, webhookSecret: string, now: () => number): Notify {
  const notificationOf = (type: string, object: object): Notification => {
    const eventId = newStripeId.event()
    const body = JSON.stringify(eventObject(eventId, type, object, Math.floor(now() / 1_000)), undefined, 2)
    return {
      eventId,
      type,
      attempt: (nowMs) => ({
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': stripeSignature(body, webhookSecret, nowMs),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body,
      }),
    }
  }
  return async (events) => {
    const delivered = deliveries.deliver(events.map(([type, object]) => notificationOf(type, object)))
    if (deliveries.faults.beforeRedirect) await delivered
  }
}
