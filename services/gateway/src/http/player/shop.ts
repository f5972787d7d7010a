import type { ListOrdersResponse } from '@kla/proto'
import {
  CheckoutRequest,
  CheckoutSession,
  Inventory,
  Orders,
  PurchaseVerification,
  ShopItems,
  VerifyQuery,
} from '@kla/proto/schemas'
import { ORDER_STATUS } from '../order-status.js'
import { onBehalfOf } from '../plugins/access.js'
import { limitPerAccount } from '../plugins/limits.js'
import { playerCall, type Resource } from '../route.js'
import { isoOf } from '../values.js'

/** Commerce waits five seconds for the provider. */
const PROVIDER_DEADLINE = { deadlineMs: 10_000, attemptMs: 7_000 } as const

export const playerShop: Resource = async (app, { commerce, checkoutsPerMinute, verificationsPerMinute, now }) => {
  app.get(
    '/api/shop',
    {
      config: { access: 'player' },
      schema: playerCall('Items on sale', ShopItems),
    },
    async (request) => {
      const { items } = await commerce.listCatalogue({}, onBehalfOf(request))
      return { items: items.map((item) => ({ ...item, price: item.priceCents / 100 })) }
    },
  )

  app.post(
    '/checkout/create-session',
    {
      config: { access: 'player' },
      preHandler: limitPerAccount(checkoutsPerMinute, now),
      schema: playerCall('Open a checkout', CheckoutSession, { body: CheckoutRequest }),
    },
    async (request) => {
      const { items, email = '' } = request.body
      const lines = items.map(({ item_id, quantity }) => ({ itemId: int32(item_id), quantity: int32(quantity) }))
      const { sessionId, url } = await commerce.createCheckout(
        { lines, email },
        { ...onBehalfOf(request), ...PROVIDER_DEADLINE },
      )
      return { id: sessionId, url }
    },
  )

  // "Paid" means granted.
  app.get(
    '/checkout/verify',
    {
      config: { access: 'player' },
      preHandler: limitPerAccount(verificationsPerMinute, now),
      schema: playerCall('Verify a purchase', PurchaseVerification, { querystring: VerifyQuery }),
    },
    async (request) => {
      const { paymentStatus, amountTotal } = await commerce.verifyCheckout(
        { sessionId: request.query.session_id },
        { ...onBehalfOf(request), ...PROVIDER_DEADLINE },
      )
      return {
        payment_status: paymentStatus === 'paid' ? ('paid' as const) : ('unpaid' as const),
        amount_total: amountTotal,
      }
    },
  )

  app.get(
    '/user/orders',
    {
      config: { access: 'player' },
      schema: playerCall('The newest purchases', Orders),
    },
    async (request) => ordersView(await commerce.listOrders({}, onBehalfOf(request))),
  )

  app.get(
    '/user/inventory',
    {
      config: { access: 'player' },
      schema: playerCall("The player's items", Inventory),
    },
    async (request) => {
      const { gifSaves, wildCards } = await commerce.getInventory({}, onBehalfOf(request))
      return { counts: { gif_saves: gifSaves, wild_cards: wildCards } }
    },
  )
}

const INT32_MIN = -(2 ** 31)
const INT32_MAX = 2 ** 31 - 1

/** Clamps: protobuf would wrap 4294967297 to 1. */
const int32 = (value: number): number => Math.min(INT32_MAX, Math.max(INT32_MIN, value))

const ordersView = ({ orders }: ListOrdersResponse): Orders => ({
  orders: orders.map(({ id, status, totalCents, createdAtMs, lines }) => ({
    id,
    status: ORDER_STATUS[status],
    total_cents: totalCents,
    created_at: isoOf(createdAtMs),
    lines: lines.map(({ itemId, name, quantity, units, unitsWithdrawn, unitsSpent }) => ({
      item_id: itemId,
      name,
      quantity,
      units,
      units_withdrawn: unitsWithdrawn,
      units_spent: unitsSpent,
    })),
  })),
})
