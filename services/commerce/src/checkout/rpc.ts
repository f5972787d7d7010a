import { KlaError, newId } from '@kla/chassis'
import { OrderStatus as WireStatus, type Order as WireOrder } from '@kla/proto'
import { isEmailAddress } from '@kla/proto/web'
import { priceCart, type PricedCart } from '../catalogue/rules.js'
import type { CheckoutOrder, ProviderName } from '../payments/payment-provider.js'
import type { Order, OrderStatus } from '../shared/orders.js'
import { accepted } from '../shared/rpc.js'
import type { CommerceHandlers, Dependencies } from './index.js'
import { checkoutExpiresAtMs } from './rules.js'
import type { OrderStore } from './store.js'

/** An order as its provider has to know it. `email` is for the receipt, empty when it is not known any more. */
const checkoutOrder = (order: Order, publicUrl: string, email: string): CheckoutOrder => ({
  orderId: order.id,
  lines: order.lines.map(({ name, unitCents, quantity }) => ({ name, unitCents, quantity })),
  totalCents: order.totalCents,
  currency: order.currency,
  returnUrl: `${publicUrl}/settings?session_id={SESSION_ID}`,
  cancelUrl: `${publicUrl}/shop`,
  email,
  expiresAtMs: checkoutExpiresAtMs(order.createdAtMs),
})

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

// What providers call a checkout; nothing else is looked for.
const SESSION_ID = /^[\w-]{1,255}$/

/** The caller's order of a checkout. Somebody else's is like one that does not exist: ORDER_NOT_FOUND. */
async function ownedOrder(
  orders: Pick<OrderStore, 'findBySession'>,
  sessionId: string,
  accountId: number,
): Promise<Order> {
  const order = SESSION_ID.test(sessionId) ? await orders.findBySession(sessionId, accountId) : undefined
  if (!order) throw new KlaError('ORDER_NOT_FOUND')
  return order
}

/** The receipt's e-mail is not kept, so the form carries none and the provider's page asks for it. */
const NO_EMAIL = ''

export const getCheckoutForm =
  ({ orders, providers, publicUrl }: Dependencies): CommerceHandlers['getCheckoutForm'] =>
  async ({ sessionId }, call) => {
    const { accountId } = await call.principal()
    const order = await ownedOrder(orders, sessionId, accountId)
    const provider = providers.find(order.provider)
    // An order that is paid must not be paid again.
    if (!provider?.checkoutForm || order.status !== 'open') throw new KlaError('ORDER_NOT_FOUND')
    const { action, fields } = provider.checkoutForm(checkoutOrder(order, publicUrl, NO_EMAIL))
    return { action, fields: [...fields] }
  }

export const listOrders =
  ({ orders }: Pick<Dependencies, 'orders'>): CommerceHandlers['listOrders'] =>
  async (_request, call) => {
    const { accountId } = await call.principal()
    return { orders: (await orders.list(accountId)).map(toWire) }
  }

const STATUSES: Readonly<Record<OrderStatus, WireStatus>> = {
  open: WireStatus.OPEN,
  paid: WireStatus.PAID,
  cancelled: WireStatus.CANCELLED,
  refunded: WireStatus.REFUNDED,
  disputed: WireStatus.DISPUTED,
}

const toWire = ({ id, status, totalCents, createdAtMs, lines }: Order): WireOrder => ({
  id,
  status: STATUSES[status],
  totalCents,
  createdAtMs,
  lines: lines.map(({ itemId, name, quantity, units, unitsWithdrawn, unitsSpent }) => ({
    itemId,
    name,
    quantity,
    units,
    unitsWithdrawn,
    unitsSpent,
  })),
})

export const verifyCheckout =
  (dependencies: Dependencies): CommerceHandlers['verifyCheckout'] =>
  async ({ sessionId }, call) => {
    const { accountId } = await call.principal()
    const order = await ownedOrder(dependencies.orders, sessionId, accountId)
    // What was granted needs no asking, and is told while the provider is away as well.
    const granted = order.granted || (await grantedNow(dependencies, order, sessionId))
    return { paymentStatus: granted ? 'paid' : 'unpaid', amountTotal: order.totalCents }
  }

async function grantedNow({ orders, providers, fulfil }: Dependencies, order: Order, sessionId: string): Promise<boolean> {
  const provider = providers.find(order.provider)
  if (!provider) throw new KlaError('PAYMENTS_UNAVAILABLE')
  const notice = await provider.readCheckout(sessionId)
  if (notice) await fulfil(provider.name, [{ ...notice, order: { ...notice.order, orderId: order.id } }])
  return (await ownedOrder(orders, sessionId, order.accountId)).granted
}
