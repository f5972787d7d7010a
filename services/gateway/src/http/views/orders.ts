import { OrderStatus, type ListOrdersResponse } from '@kla/proto'
import type { Orders } from '@kla/proto/web'

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

export const ordersView = ({ orders }: ListOrdersResponse): Orders => ({
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
