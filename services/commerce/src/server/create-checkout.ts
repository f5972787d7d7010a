import { KlaError, newId } from '@kla/chassis'
import { isEmailAddress } from '@kla/proto/web'
import { priceCart, type Order, type PricedCart } from '../domain/index.js'
import { checkoutOrder } from '../payments/checkout-order.js'
import type { ProviderName } from '../payments/payment-provider.js'
import { accepted } from './accepted.js'
import type { CommerceHandlers, Dependencies } from './dependencies.js'

export const createCheckout =
  ({ orders, providers, fulfil, metrics, onSale, publicUrl, now }: Dependencies): CommerceHandlers['createCheckout'] =>
  async (request, call) => {
    const { accountId } = await call.principal()
    const email = receiptEmail(request.email)
    const cart = accepted(priceCart(request.lines, await onSale()))
    const provider = providers.preferred
    if (!provider) throw new KlaError('PAYMENTS_UNAVAILABLE')

    const order = newOrder(cart, { accountId, provider: provider.name, createdAtMs: now() })
    const refusal = await orders.add(order)
    if (refusal) throw new KlaError(refusal.refused)
    metrics.orders.inc({ outcome: 'open' })
    const { sessionId, url } = await provider.openCheckout(checkoutOrder(order, publicUrl, email)).catch(async (error) => {
      // Nobody was sent to pay it. Should the provider have opened it all the same, a payment still grants.
      const cancelled = { kind: 'cancelled', eventId: `never-opened:${order.id}`, order: { orderId: order.id } } as const
      await fulfil(provider.name, [cancelled]).catch((err: unknown) => {
        call.log.warn({ err, orderId: order.id }, 'an order that was never opened is left to the sweep')
      })
      throw error
    })
    await orders.setSession(order.id, sessionId)
    call.log.info({ orderId: order.id, accountId, totalCents: order.totalCents }, 'a checkout was opened')
    return { sessionId, url: url ?? `${publicUrl}/checkout/form/${encodeURIComponent(sessionId)}` }
  }

function receiptEmail(given: string): string {
  const email = given.trim()
  if (email === '') throw new KlaError('RECEIPT_EMAIL_REQUIRED')
  if (!isEmailAddress(email)) throw new KlaError('RECEIPT_EMAIL_INVALID')
  return email
}

const newOrder = (
  { lines, totalCents, currency }: PricedCart,
  about: { accountId: number; provider: ProviderName; createdAtMs: number },
): Order => ({
  ...about,
  id: newId(),
  sessionId: undefined,
  totalCents,
  currency,
  status: 'open',
  granted: false,
  revision: 0,
  lines: lines.map((line) => ({ ...line, unitsWithdrawn: 0, unitsSpent: 0 })),
})
