import { type ListOrdersResponse, OrderStatus } from '@kla/proto'
import { Inventory, Orders, ShopItems } from '@kla/proto/web'
import { onBehalfOf } from '../plugins/access.js'
import { playerCall, type Resource } from '../route.js'

export const playerShop: Resource = async (app, { commerce }) => {
  app.get(
    '/api/shop',
    {
      config: { access: 'player' },
      schema: playerCall('What can be bought now', ShopItems),
    },
    async (request) => {
      const { items } = await commerce.listCatalogue({}, onBehalfOf(request))
      return { items: items.map((item) => ({ ...item, price: item.priceCents / 100 })) }
    },
  )

  app.get(
    '/user/inventory',
    {
      config: { access: 'player' },
      schema: playerCall('What the player can spend', Inventory),
    },
    async (request) => {
      const { gifSaves, wildCards } = await commerce.getInventory({}, onBehalfOf(request))
      return { counts: { gif_saves: gifSaves, wild_cards: wildCards } }
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
}

type StatusName = Orders['orders'][number]['status']

const STATUS: Readonly<Record<OrderStatus, StatusName>> = {
  [OrderStatus.OPEN]: 'open',
  [OrderStatus.PAID]: 'paid',
  [OrderStatus.CANCELLED]: 'cancelled',
  [OrderStatus.REFUNDED]: 'refunded',
  [OrderStatus.DISPUTED]: 'disputed',
  // An unknown status must not look paid.
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
