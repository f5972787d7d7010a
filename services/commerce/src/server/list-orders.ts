import { OrderStatus as WireStatus, type Order as WireOrder } from '@kla/proto'
import type { Order, OrderStatus } from '../domain/index.js'
import type { CommerceHandlers, Dependencies } from './dependencies.js'

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
