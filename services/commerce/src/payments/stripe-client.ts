import Stripe from 'stripe'

export interface StripeAccess {
  readonly secretKey: string
  /** `https://api.stripe.com`, or what speaks like it. */
  readonly apiUrl: string
  /** For one attempt; there are two, half a second apart. Both fit into the five seconds that callers wait. */
  readonly timeoutMs?: number
}

/** The version whose objects the adapter reads. Webhook endpoints must be created with the same one. */
export const STRIPE_API_VERSION = '2026-10-28.endive'

/** Stripe's own client. A repeat carries the key of the first attempt, so it never opens a second checkout. */
export function createStripeClient({ secretKey, apiUrl, timeoutMs = 2_000 }: StripeAccess): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl)
  const insecure = protocol === 'http:'
  return new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    protocol: insecure ? 'http' : 'https',
    host: hostname,
    port: port || (insecure ? 80 : 443),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  })
}
