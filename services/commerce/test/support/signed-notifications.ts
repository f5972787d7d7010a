import { newId } from '@kla/chassis'
import Stripe from 'stripe'
import type { Config } from '../../src/config.js'
import { signed } from '../../src/payments/acquirer-messages.js'

const MERCHANT = 'merchant'
const SECRETS = { stripe: 'whsec_test', acquirer: 'acquirer-test' } as const

/** Both providers' accounts, for notifications signed here. Neither can be asked anything. */
export const ACCOUNTS: Pick<Config, 'stripe' | 'acquirer'> = {
  stripe: { secretKey: 'sk_test_unused', webhookSecrets: [SECRETS.stripe], apiUrl: 'http://127.0.0.1:9' },
  acquirer: {
    merchantId: MERCHANT,
    secrets: [SECRETS.acquirer],
    payUrl: 'http://127.0.0.1:9/pay',
    apiUrl: 'http://127.0.0.1:9/api',
  },
}

export interface SignedNotification {
  readonly provider: 'stripe' | 'acquirer'
  readonly body: Buffer
  readonly signature: string
}

const stripe = new Stripe('sk_test_unused')

export function signedByStripe(payload: string): SignedNotification {
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: SECRETS.stripe })
  return { provider: 'stripe', body: Buffer.from(payload), signature }
}

/** `createdAt` in Unix seconds. */
export const stripeEvent = (
  type: string,
  object: object,
  createdAt = 1_790_000_000,
  id = `evt_${newId()}`,
): SignedNotification =>
  signedByStripe(JSON.stringify({ id, object: 'event', type, created: createdAt, data: { object } }))

export function signedByAcquirer(fields: Readonly<Record<string, string>>): SignedNotification {
  const now = String(Math.floor(Date.now() / 1_000))
  const message = new Map(Object.entries({ merchant_id: MERCHANT, timestamp: now, event_id: `E${newId()}`, ...fields }))
  const body = new URLSearchParams([...signed('notification', message, [SECRETS.acquirer])]).toString()
  return { provider: 'acquirer', body: Buffer.from(body), signature: '' }
}

/** What is told of an order's money. Amounts in cents, times in Unix seconds. */
export interface Teller {
  paid(): readonly SignedNotification[]
  /** One refund; `total` is all that has been paid back by then. */
  refunded(id: string, amount: number, total: number, at?: number): readonly SignedNotification[]
  refundFailed(id: string, amount: number, total: number, at?: number): readonly SignedNotification[]
  /** The way that the money of one goes back is in another currency, by mistake. */
  refundedIn(currency: string, id: string, amount: number): readonly SignedNotification[]
  disputed(id: string, amount: number, state: 'open' | 'won' | 'lost', at?: number): readonly SignedNotification[]
}

const DAY_S = 86_400
const FIRST_AT = 1_790_000_000

export function stripeSays(orderId: string, totalCents: number): Teller {
  const payment = { payment_intent: `pi_${orderId}` }
  const charge = {
    ...payment,
    id: `ch_${orderId}`,
    object: 'charge',
    metadata: { order_id: orderId },
    amount: totalCents,
  }
  const refund = (id: string, amount: number, status: string, currency = 'usd') => ({
    ...payment,
    id: `re_${id}_${orderId}`,
    object: 'refund',
    amount,
    status,
    currency,
    metadata: {},
  })
  const total = (cents: number, currency = 'usd') => ({ ...charge, amount_refunded: cents, currency })
  return {
    paid: () => [
      stripeEvent('checkout.session.completed', {
        ...payment,
        id: `cs_${orderId}`,
        object: 'checkout.session',
        client_reference_id: orderId,
        status: 'complete',
        payment_status: 'paid',
        amount_total: totalCents,
        currency: 'usd',
      }),
    ],
    refunded: (id, amount, cents, day = 1) => [
      stripeEvent('refund.created', refund(id, amount, 'pending'), FIRST_AT + day * DAY_S),
      stripeEvent('charge.refunded', total(cents), FIRST_AT + day * DAY_S),
      stripeEvent('refund.updated', refund(id, amount, 'succeeded'), FIRST_AT + day * DAY_S + 1),
    ],
    refundFailed: (id, amount, cents, day = 2) => [
      stripeEvent('refund.failed', refund(id, amount, 'failed'), FIRST_AT + day * DAY_S),
      stripeEvent('charge.refund.updated', refund(id, amount, 'failed'), FIRST_AT + day * DAY_S),
      stripeEvent('charge.updated', total(cents), FIRST_AT + day * DAY_S),
    ],
    refundedIn: (currency, id, amount) => [
      stripeEvent('refund.created', refund(id, amount, 'succeeded', currency)),
      stripeEvent('charge.refunded', total(amount, currency)),
    ],
    disputed(id, amount, state, day = 3) {
      const status = { open: 'needs_response', won: 'won', lost: 'lost' }[state]
      const dispute = {
        ...payment,
        id: `du_${id}_${orderId}`,
        object: 'dispute',
        amount,
        currency: 'usd',
        status,
        metadata: {},
      }
      const type = state === 'open' ? 'charge.dispute.created' : 'charge.dispute.closed'
      return [stripeEvent(type, dispute, FIRST_AT + day * DAY_S)]
    },
  }
}

export function acquirerSays(orderId: string, totalCents: number): Teller {
  const say = (status: string, day: number | undefined, more: Record<string, string> = {}) => [
    signedByAcquirer({
      order_id: orderId,
      transaction_id: `T${orderId}`,
      status,
      amount: String(totalCents),
      currency: 'USD',
      ...(day === undefined ? {} : { occurred_at: String(FIRST_AT + day * DAY_S) }),
      ...more,
    }),
  ]
  const refund = (id: string, amount: number, cents: number) => ({
    refund_id: `R${id}`,
    refund_amount: String(amount),
    refunded_amount: String(cents),
  })
  return {
    paid: () => say('approved', 0),
    refunded: (id, amount, cents, day = 1) => say('refunded', day, refund(id, amount, cents)),
    refundFailed: (id, amount, cents, day = 2) => say('refund_failed', day, refund(id, amount, cents)),
    refundedIn: (currency, id, amount) =>
      say('refunded', 1, { ...refund(id, amount, amount), currency: currency.toUpperCase() }),
    disputed(id, amount, state, day = 3) {
      const status = { open: 'chargeback', won: 'chargeback_reversed', lost: 'chargeback_lost' }[state]
      return say(status, day, { chargeback_id: `C${id}`, chargeback_amount: String(amount) })
    },
  }
}
