import { accepted, type Handlers, KlaError, newId } from '@kla/chassis'
import { type CommerceServiceService, type Order as ProtoOrder, OrderStatus as ProtoStatus } from '@kla/proto'
import { readName } from '@kla/proto/names'
import { CATALOGUE, isEmailAddress, visibleLine } from '@kla/proto/web'
import type { ApplyNotices, CheckoutOrder, Providers } from '../payments/index.js'
import type { CommerceMetrics } from '../shared/metrics.js'
import type { Order, OrderStatus } from '../shared/rules.js'
import { checkoutExpiresAtMs, newOrder, onSaleNow, priceCart } from './rules.js'
import type { OrderStore } from './store.js'

export interface RpcDeps {
  readonly orders: OrderStore
  readonly providers: Providers
  readonly applyNotices: ApplyNotices
  readonly itemsSold: readonly number[]
  readonly seasonRuns: () => Promise<boolean>
  readonly publicUrl: string
  readonly metrics: CommerceMetrics
  readonly now: () => number
}

export type CheckoutHandlers = Pick<
  Handlers<typeof CommerceServiceService>,
  'listCatalogue' | 'createCheckout' | 'verifyCheckout' | 'getCheckoutForm' | 'listOrders'
>

export function checkoutHandlers(deps: RpcDeps): CheckoutHandlers {
  const { orders, providers, applyNotices, itemsSold, seasonRuns, publicUrl, metrics, now } = deps

  const onSale = async (): Promise<readonly number[]> => onSaleNow(itemsSold, await seasonRuns())

  async function ownOrder(sessionId: string, accountId: number): Promise<Order> {
    const order = SESSION_ID.test(sessionId) ? await orders.findBySession(sessionId, accountId) : undefined
    if (!order) throw new KlaError('ORDER_NOT_FOUND')
    return order
  }

  async function refreshGranted(order: Order, sessionId: string): Promise<boolean> {
    const provider = providers.find(order.provider)
    if (!provider) throw new KlaError('PAYMENTS_UNAVAILABLE')
    const notice = await provider.readCheckout(sessionId)
    if (notice) await applyNotices(provider.name, [{ ...notice, order: { ...notice.order, orderId: order.id } }])
    return (await ownOrder(sessionId, order.accountId)).granted
  }

  return {
    async listCatalogue() {
      const ids = await onSale()
      const items = CATALOGUE.filter(({ id }) => ids.includes(id))
      return { items: items.map(({ grants: _, ...item }) => item) }
    },

    /**
     * Errors: CART_INVALID, ITEM_NOT_FOUND, ITEM_NOT_ON_SALE, QUANTITY_LIMIT, RECEIPT_EMAIL_*, RATE_LIMITED,
     * PAYMENTS_UNAVAILABLE.
     */
    async createCheckout(request, call) {
      const { accountId } = await call.principal()
      const email = receiptEmail(request.email)
      const cart = accepted(priceCart(request.lines, await onSale()))
      const provider = providers.preferred
      if (!provider) throw new KlaError('PAYMENTS_UNAVAILABLE')

      const order = newOrder(cart, { id: newId(), accountId, provider: provider.name, createdAtMs: now() })
      const refusal = await orders.add(order)
      if (refusal) throw new KlaError(refusal.refused)
      metrics.orders.inc({ outcome: 'open' })
      const checkout = checkoutOrder(order, publicUrl, email)
      const { sessionId, url } = await provider.openCheckout(checkout).catch(async (error) => {
        // If the provider opened it anyway, a payment grants.
        const cancelled = {
          kind: 'cancelled',
          eventId: `never-opened:${order.id}`,
          order: { orderId: order.id },
        } as const
        await applyNotices(provider.name, [cancelled]).catch((err: unknown) => {
          call.log.warn({ err, orderId: order.id }, 'an order that was never opened is left to the sweep')
        })
        throw error
      })
      await orders.setSession(order.id, sessionId)
      call.log.info({ orderId: order.id, accountId, totalCents: order.totalCents }, 'a checkout was opened')
      return { sessionId, url: url ?? `${publicUrl}/checkout/form/${encodeURIComponent(sessionId)}` }
    },

    /** Granted orders need no provider. Errors: ORDER_NOT_FOUND, PAYMENTS_UNAVAILABLE. */
    async verifyCheckout({ sessionId }, call) {
      const { accountId } = await call.principal()
      const order = await ownOrder(sessionId, accountId)
      const granted = order.granted || (await refreshGranted(order, sessionId))
      return { paymentStatus: granted ? 'paid' : 'unpaid', amountTotal: order.totalCents }
    },

    /** Throws ORDER_NOT_FOUND unless open, against double payment. */
    async getCheckoutForm({ sessionId }, call) {
      const { accountId } = await call.principal()
      const order = await ownOrder(sessionId, accountId)
      const provider = providers.find(order.provider)
      if (!provider?.checkoutForm || order.status !== 'open') throw new KlaError('ORDER_NOT_FOUND')
      const { action, fields } = provider.checkoutForm(checkoutOrder(order, publicUrl, ''))
      return { action, fields: [...fields] }
    },

    async listOrders(_request, call) {
      const { accountId } = await call.principal()
      return { orders: (await orders.list(accountId)).map(orderToProto) }
    },
  }
}

const SESSION_ID = /^[\w-]{1,255}$/

function receiptEmail(given: string): string {
  const email = visibleLine(given)
  if (email === '') throw new KlaError('RECEIPT_EMAIL_REQUIRED')
  if (!isEmailAddress(email) || readName(email).hidden) throw new KlaError('RECEIPT_EMAIL_INVALID')
  return email
}

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

const STATUSES: Readonly<Record<OrderStatus, ProtoStatus>> = {
  open: ProtoStatus.OPEN,
  paid: ProtoStatus.PAID,
  cancelled: ProtoStatus.CANCELLED,
  refunded: ProtoStatus.REFUNDED,
  partly_refunded: ProtoStatus.PARTLY_REFUNDED,
  disputed: ProtoStatus.DISPUTED,
  partly_disputed: ProtoStatus.PARTLY_DISPUTED,
}

export const orderToProto = ({ id, status, totalCents, createdAtMs, lines }: Order): ProtoOrder => ({
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
