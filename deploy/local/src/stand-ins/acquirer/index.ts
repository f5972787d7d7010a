import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply } from 'fastify'
import fastify from 'fastify'
import { createDeliveries, createTimers, type Deliveries, type DeliveryOptions } from '../payments/deliveries.js'
import { addressOf, control } from '../payments/requests.js'
import {
  chargeBack,
  CHARGEBACK_STATUSES,
  type ChargebackStatus,
  createNotify,
  createOrders,
  failRefund,
  type Notify,
  type Order,
  type Orders,
  readMessage,
  refund,
  seconds,
  writeMessage,
} from './orders.js'
import { payRoutes } from './pay-routes.js'

type OfOrder<Body> = { Params: { orderId: string }; Body: Body | undefined }

/**
 * `/control`: GET `orders`; POST `orders/:id/refund` (`amount` in cents, or all), `/refund_failed`, `/chargeback`
 * (`amount`), `/chargeback_lost`, `/chargeback_reversed`, `/close`.
 */
function controlRoutes(routes: FastifyInstance, orders: Orders, notify: Notify): void {
  const change = async (orderId: string, reply: FastifyReply, work: (order: Order) => Promise<boolean>) => {
    const order = orders.find(orderId)
    if (!order) return reply.code(404).send({ error: 'unknown order' })
    return (await work(order)) ? order : reply.code(400).send({ error: 'not as the order stands' })
  }
  routes.get('/orders', () => orders.list())
  routes.post<OfOrder<{ amount?: number }>>('/orders/:orderId/refund', ({ params, body }, reply) =>
    change(params.orderId, reply, (order) => refund(order, body?.amount, notify)),
  )
  routes.post<OfOrder<object>>('/orders/:orderId/refund_failed', ({ params }, reply) =>
    change(params.orderId, reply, (order) => failRefund(order, notify)),
  )
  for (const status of CHARGEBACK_STATUSES) {
    routes.post<OfOrder<{ amount?: number }>>(`/orders/:orderId/${status}`, ({ params, body }, reply) =>
      change(params.orderId, reply, (order) => chargeBack(order, status, notify, body?.amount)),
    )
  }
  routes.post<OfOrder<object>>('/orders/:orderId/close', ({ params }, reply) =>
    change(params.orderId, reply, async (order) => {
      await orders.closeOrder(order)
      return order.status === 'closed'
    }),
  )
}

const REQUEST_AGE_MS = 300_000

function statusRoute(
  app: FastifyInstance,
  options: { orders: Orders; merchant: { id: string; secret: string }; now: () => number },
): void {
  const { orders, merchant, now } = options
  app.post('/api/status', async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const question = readMessage('status-request', form, merchant.secret)
    const sentAtMs = Number(question?.get('timestamp')) * 1_000
    const fresh = Math.abs(now() - sentAtMs) <= REQUEST_AGE_MS
    if (question?.get('merchant_id') !== merchant.id || !fresh) return reply.code(403).send()
    const orderId = question.get('order_id') ?? ''
    const order = orders.find(orderId)
    const answer = new Map([
      ['merchant_id', merchant.id],
      ['order_id', orderId],
      ['nonce', question.get('nonce') ?? ''],
      ['timestamp', seconds(now())],
      ['status', order?.status ?? 'unknown'],
    ])
    if (order) answer.set('amount', String(order.request.amountCents)).set('currency', order.request.currency)
    if (order?.transactionId !== undefined) answer.set('transaction_id', order.transactionId)
    return reply.type('application/x-www-form-urlencoded').send(writeMessage('status-answer', answer, merchant.secret))
  })
}

interface AcquirerStandInOptions extends DeliveryOptions {
  readonly port: number
  readonly host?: string
  readonly merchantId?: string
  readonly secret?: string
  /** Delay of late payments and disputes. */
  readonly lateMs?: number
}

/** Running acquirer, with controls for tests. */
export interface AcquirerStandIn {
  readonly url: string
  readonly port: number
  readonly payUrl: string
  readonly apiUrl: string
  readonly merchantId: string
  readonly secret: string
  readonly deliveries: Deliveries
  refund(orderId: string, amountCents?: number): Promise<void>
  failRefund(orderId: string): Promise<void>
  chargeBack(orderId: string, status: ChargebackStatus, amountCents?: number): Promise<void>
  close(): Promise<void>
}

/** Behaves as commerce's acquirer.md describes. */
export async function startAcquirerStandIn(options: AcquirerStandInOptions): Promise<AcquirerStandIn> {
  const { host = '127.0.0.1', merchantId = 'local-merchant', secret = 'local-acquirer-secret' } = options
  const { now = Date.now, lateMs = 2_000 } = options
  const app = fastify({ forceCloseConnections: true })
  await app.register(formbody, { parser: (text) => new URLSearchParams(text) as never })

  const merchant = { id: merchantId, secret }
  const timers = createTimers()
  const deliveries = createDeliveries(options)
  const notify = createNotify(deliveries, merchant, now)
  const orders = createOrders({ notify, timers, now, lateMs })

  payRoutes(app, orders, merchant)
  statusRoute(app, { orders, merchant, now })
  await control(app, deliveries, (routes) => controlRoutes(routes, orders, notify))
  await app.listen({ port: options.port, host })

  const url = addressOf(app, host)
  const insist = async (orderId: string, work: (order: Order) => Promise<boolean>): Promise<void> => {
    const order = orders.find(orderId)
    if (!order || !(await work(order))) throw new Error(`order ${orderId} does not allow that`)
  }
  return {
    url,
    port: Number(new URL(url).port),
    payUrl: `${url}/pay`,
    apiUrl: `${url}/api`,
    merchantId,
    secret,
    deliveries,
    refund: (orderId, amountCents) => insist(orderId, (order) => refund(order, amountCents, notify)),
    failRefund: (orderId) => insist(orderId, (order) => failRefund(order, notify)),
    chargeBack: (orderId, status, amountCents) =>
      insist(orderId, (order) => chargeBack(order, status, notify, amountCents)),
    async close() {
      timers.close()
      await deliveries.close()
      await app.close()
    },
  }
}
