import { createHmac } from 'node:crypto'

/** The header `Stripe-Signature` for a body: `t=<Unix seconds>,v1=<HMAC-SHA256 over "t.body">`. */
export function stripeSignature(body: string, secret: string, nowMs: number): string {
  const time = Math.floor(nowMs / 1_000)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}
