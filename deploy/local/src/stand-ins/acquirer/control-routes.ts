import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Order } from './order.js'
import { chargeBack, refund, type Orders } from './orders.js'
import type { Tell } from './tell.js'

type OfOrder<Body> = { Params: { orderId: string }; Body: Body | undefined }

/**
 * Under `/control`: GET `orders`; POST `orders/:id/refund` (`amount` in cents, or all), `orders/:id/chargeback`,
 * `orders/:id/chargeback_reversed` and `orders/:id/close`.
 */
export function controlRoutes(routes: FastifyInstance, orders: Orders, tell: Tell): void {
  const change = async (orderId: string, reply: FastifyReply, work: (order: Order) => Promise<boolean>) => {
    const order = orders.find(orderId)
    if (!order) return reply.code(404).send({ error: 'there is no such order' })
    return (await work(order)) ? order : reply.code(400).send({ error: 'not as the order stands' })
  }
  routes.get('/orders', () => orders.list())
  routes.post<OfOrder<{ amount?: number }>>('/orders/:orderId/refund', ({ params, body }, reply) =>
    change(params.orderId, reply, (order) => refund(order, body?.amount, tell)),
  )
  for (const status of ['chargeback', 'chargeback_reversed'] as const) {
    routes.post<OfOrder<object>>(`/orders/:orderId/${status}`, ({ params }, reply) =>
      change(params.orderId, reply, (order) => chargeBack(order, status, tell)),
    )
  }
  routes.post<OfOrder<object>>('/orders/:orderId/close', ({ params }, reply) =>
    change(params.orderId, reply, async (order) => {
      await orders.closeOrder(order)
      return order.status === 'closed'
    }),
  )
}
