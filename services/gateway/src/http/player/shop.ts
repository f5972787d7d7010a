import { type ListOrdersResponse, OrderStatus } from '@kla/proto'
import { Inventory, Orders, RestError, ShopItems } from '@kla/proto/web'
import type { HttpParts } from '../deps.js'
import { onBehalfOf } from '../plugins/access.js'
import type { TypedApp } from '../route.js'

/** What the shop sells, by the catalogue of commerce. */
export const shopItems = (app: TypedApp, parts: HttpParts): void => {
  app.get(
    '/api/shop',
    {
      config: { access: 'player' },
      schema: {
        summary: 'What can be bought now',
        security: [{ session: [] }],
        response: { 200: ShopItems, '4xx': RestError, '5xx': RestError },
      },
    },
    async (request) => {
      const { items } = await parts.commerce.listCatalogue({}, onBehalfOf(request))
      return { items: items.map((item) => ({ ...item, price: item.priceCents / 100 })) }
    },
  )
}

/** What the player has of each item and can spend now. */
export const inventory = (app: TypedApp, parts: HttpParts): void => {
  app.get(
    '/user/inventory',
    {
      config: { access: 'player' },
      schema: {
        summary: 'What the player can spend',
        security: [{ session: [] }],
        response: { 200: Inventory, '4xx': RestError, '5xx': RestError },
      },
    },
    async (request) => {
      const { gifSaves, wildCards } = await parts.commerce.getInventory({}, onBehalfOf(request))
      return { counts: { gif_saves: gifSaves, wild_cards: wildCards } }
    },
  )
}

type StatusName = Orders['orders'][number]['status']

const STATUS: Readonly<Record<OrderStatus, StatusName>> = {
  [OrderStatus.OPEN]: 'open',
  [OrderStatus.PAID]: 'paid',
  [OrderStatus.CANCELLED]: 'cancelled',
  [OrderStatus.REFUNDED]: 'refunded',
  [OrderStatus.DISPUTED]: 'disputed',
  // Nothing can be said of what a newer commerce means, least of all that it is paid.
  [OrderStatus.UNSPECIFIED]: 'open',
  [OrderStatus.UNRECOGNIZED]: 'open',
}

const ordersView = ({ orders }: ListOrdersResponse): Orders => ({
  orders: orders.map(({ id, status, totalCents, createdAtMs, lines }) => ({
    id,
    status: STATUS[status],
    total_cents: totalCents,
    created_at: new Date(createdAtMs).toISOString(),
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

/** The player's purchases, newest first. */
export const orders = (app: TypedApp, parts: HttpParts): void => {
  app.get(
    '/user/orders',
    {
      config: { access: 'player' },
      schema: {
        summary: 'The newest purchases',
        security: [{ session: [] }],
        response: { 200: Orders, '4xx': RestError, '5xx': RestError },
      },
    },
    async (request) => {
      return ordersView(await parts.commerce.listOrders({}, onBehalfOf(request)))
    },
  )
}
