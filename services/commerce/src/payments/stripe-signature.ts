import { KlaError } from '@kla/chassis'
import type Stripe from 'stripe'
import type { RawNotification } from './payment-provider.js'

export interface WebhookTrust {
  /** Of the webhook endpoint, each beginning with `whsec_`: while one is replaced there are two. */
  readonly webhookSecrets: readonly string[]
  /** How old a notification may be. */
  readonly toleranceMs: number
}

// Stripe's own reading would let a byte order mark and broken characters pass as if they were not there.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The event of a notification that Stripe has signed, recently and for us. Throws SIGNATURE_INVALID. */
export function readSignedEvent(stripe: Stripe, notification: RawNotification, trust: WebhookTrust): Stripe.Event {
  // Whole seconds, as Stripe counts; 0 would mean any age.
  const tolerance = Math.max(1, Math.floor(trust.toleranceMs / 1_000))
  try {
    const body = utf8.decode(notification.body)
    const { signature, nowMs } = notification
    return firstOf(trust.webhookSecrets, (secret) =>
      stripe.webhooks.constructEvent(body, signature, secret, tolerance, undefined, nowMs),
    )
  } catch (error) {
    // Its errors carry the whole body.
    const cause = new Error(error instanceof Error ? error.name : 'unreadable')
    throw new KlaError('SIGNATURE_INVALID', undefined, { cause })
  }
}

/** What `read` makes of the first secret that it does not refuse. Throws as it does for the last one. */
function firstOf<T>(secrets: readonly string[], read: (secret: string) => T): T {
  let refusal: unknown = new Error('there is no secret')
  for (const secret of secrets) {
    try {
      return read(secret)
    } catch (error) {
      refusal = error
    }
  }
  throw refusal
}
