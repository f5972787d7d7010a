import { KlaError } from '@kla/chassis'
import type { Order } from '../domain/index.js'
import type { OrderStore } from '../store/order-store.js'

// What providers call a checkout; nothing else is looked for.
const SESSION_ID = /^[\w-]{1,255}$/

/** The caller's order of a checkout. Somebody else's is like one that does not exist: ORDER_NOT_FOUND. */
export async function ownedOrder(
  orders: Pick<OrderStore, 'findBySession'>,
  sessionId: string,
  accountId: number,
): Promise<Order> {
  const order = SESSION_ID.test(sessionId) ? await orders.findBySession(sessionId, accountId) : undefined
  if (!order) throw new KlaError('ORDER_NOT_FOUND')
  return order
}
