import { type AcquirerStandIn, startAcquirerStandIn } from '../../../../deploy/local/src/stand-ins/acquirer/index.js'
import { startStripeStandIn, type StripeStandIn } from '../../../../deploy/local/src/stand-ins/stripe/index.js'
import { createAcquirerProvider } from '../../src/payments/acquirer-provider.js'
import type { CheckoutOrder, PaymentNotice, PaymentProvider } from '../../src/payments/payment-provider.js'
import { createStripeProvider } from '../../src/payments/stripe.js'
import { type Merchant, openMerchant } from './merchant.js'

/** Cards of both stand-ins. */
export const CARDS = { paid: '4242424242424242', declined: '4000000000000002' } as const

/** A provider beside its stand-in, driven as a player's browser and the provider's staff do. */
export interface ProviderWorld<P extends PaymentProvider = PaymentProvider, S = unknown> {
  readonly provider: P
  readonly stand: S
  readonly merchant: Merchant
  /** The same provider, with its API elsewhere. */
  at(apiUrl: string, timeoutMs?: number): P
  /** Address of the page where the player pays. */
  pageOf(order: CheckoutOrder): Promise<string>
  /** Resolves to where the page leads after the payment. */
  pay(order: CheckoutOrder, card: string): Promise<string>
  abandon(order: CheckoutOrder): Promise<void>
  refund(order: CheckoutOrder, cents: number): Promise<void>
  dispute(order: CheckoutOrder, state: 'open' | 'won'): Promise<void>
  /** Notices about an order, or only about its payment. */
  noticesOf(order: CheckoutOrder): Promise<PaymentNotice[]>
  close(): Promise<void>
}

const TOLERANCE_MS = 300_000
const IN_TIME_MS = 5_000
const QUICK = { port: 0, retry: { attempts: 1 }, lateMs: 10 } as const

/** Key that no error may reveal. */
export const STRIPE_KEY = 'sk_test_very_secret'

export type StripeWorld = ProviderWorld<PaymentProvider, StripeStandIn>

export async function openStripe(): Promise<StripeWorld> {
  const merchant = await openMerchant(() => provider, 'stripe-signature')
  const stand = await startStripeStandIn({ ...QUICK, secretKey: STRIPE_KEY, notificationUrl: merchant.url })
  const { secretKey, webhookSecret } = stand
  const at = (apiUrl: string, timeoutMs = IN_TIME_MS): PaymentProvider =>
    createStripeProvider({ secretKey, webhookSecrets: [webhookSecret], apiUrl, toleranceMs: TOLERANCE_MS, timeoutMs })
  const provider = at(stand.url)
  const sessionOf = async (order: CheckoutOrder): Promise<string> => (await provider.openCheckout(order)).sessionId
  const pageOf = async (order: CheckoutOrder): Promise<string> => (await provider.openCheckout(order)).url ?? ''
  return {
    ...{ provider, stand, merchant, at, pageOf },
    async pay(order, card) {
      const headers = { 'content-type': 'application/json' }
      const url = `${await pageOf(order)}/pay`
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ card }) })
      return ((await answer.json()) as { url?: string }).url ?? ''
    },
    abandon: async (order) => stand.expire(await sessionOf(order)),
    refund: async (order, cents) => stand.refund(await sessionOf(order), cents),
    dispute: async (order, state) => stand.dispute(await sessionOf(order), state),
    noticesOf: (order) => noticesOf(stand, merchant, order),
    close: () => closeAll(stand, merchant),
  }
}

type Acquirer = ReturnType<typeof createAcquirerProvider>
export type AcquirerWorld = ProviderWorld<Acquirer, AcquirerStandIn>

export async function openAcquirer(): Promise<AcquirerWorld> {
  const merchant = await openMerchant(() => provider, 'no-such-header')
  const stand = await startAcquirerStandIn({ ...QUICK, notificationUrl: merchant.url })
  const { merchantId, payUrl, secret } = stand
  const at = (apiUrl: string, timeoutMs = IN_TIME_MS): Acquirer =>
    createAcquirerProvider({ merchantId, secrets: [secret], payUrl, apiUrl, toleranceMs: TOLERANCE_MS, timeoutMs })
  const provider = at(stand.apiUrl)
  const pageOf = async (order: CheckoutOrder): Promise<string> => {
    const { action, fields } = provider.checkoutForm(order)
    const response = await post(action, Object.fromEntries(fields.map(({ name, value }) => [name, value])))
    return new URL(response.headers.get('location') ?? '', stand.url).href
  }
  return {
    ...{ provider, stand, merchant, at, pageOf },
    pay: async (order, card) => (await post(`${await pageOf(order)}/pay`, { card })).headers.get('location') ?? '',
    abandon: async (order) => void (await post(`${await pageOf(order)}/cancel`, {})),
    refund: async ({ orderId }, cents) => stand.refund(orderId, cents),
    dispute: async ({ orderId }, state) =>
      stand.chargeBack(orderId, state === 'open' ? 'chargeback' : 'chargeback_reversed'),
    noticesOf: (order) => noticesOf(stand, merchant, order),
    close: () => closeAll(stand, merchant),
  }
}

/** Posts a form as a browser does, and follows no redirect. */
export const post = (url: string, fields: Record<string, string>): Promise<Response> =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })

interface Deliveries {
  readonly deliveries: { idle(): Promise<unknown> }
  close(): Promise<unknown>
}

async function noticesOf(
  { deliveries }: Deliveries,
  merchant: Merchant,
  order: CheckoutOrder,
): Promise<PaymentNotice[]> {
  await deliveries.idle()
  const isAbout = (notice: PaymentNotice): boolean => notice.order.orderId === order.orderId
  const payments = new Set(merchant.notices.filter(isAbout).flatMap((notice) => notice.order.paymentId ?? []))
  return merchant.notices.filter((notice) => isAbout(notice) || payments.has(notice.order.paymentId ?? ''))
}

async function closeAll(stand: Deliveries, merchant: Merchant): Promise<void> {
  await stand.close()
  await merchant.close()
}
