import formbody from '@fastify/formbody'
import fastify from 'fastify'
import { addressOf } from '../payments/address.js'
import { control } from '../payments/control.js'
import { createDeliveries, type Deliveries, type DeliveryOptions } from '../payments/deliveries.js'
import { createTimers } from '../payments/timers.js'
import { controlRoutes } from './control-routes.js'
import type { Order } from './order.js'
import { chargeBack, createOrders, refund, type ChargebackStatus } from './orders.js'
import { payRoutes } from './pay-routes.js'
import { statusRoute } from './status-route.js'
import { createTell } from './tell.js'

export interface AcquirerStandInOptions extends DeliveryOptions {
  /** 0 for any free one. */
  readonly port: number
  readonly host?: string
  readonly merchantId?: string
  readonly secret?: string
  /** Until a late payment is decided, and until a card that disputes does so. */
  readonly lateMs?: number
}

export interface AcquirerStandIn {
  readonly url: string
  readonly port: number
  /** Where browsers post the payment form. */
  readonly payUrl: string
  /** Its machine interface; `/status` is under it. */
  readonly apiUrl: string
  readonly merchantId: string
  readonly secret: string
  /** Notifications: where they go, what goes wrong with them, and how they went. */
  readonly deliveries: Deliveries
  /** Pays back an amount, or all that is left. */
  refund(orderId: string, amountCents?: number): Promise<void>
  chargeBack(orderId: string, status: ChargebackStatus): Promise<void>
  close(): Promise<void>
}

/** Starts an acquirer as acquirer.md of commerce describes it: form post, page, signed notifications, status query. */
export async function startAcquirerStandIn(options: AcquirerStandInOptions): Promise<AcquirerStandIn> {
  const { host = '127.0.0.1', merchantId = 'local-merchant', secret = 'local-acquirer-secret' } = options
  const { now = Date.now, lateMs = 2_000 } = options
  const app = fastify({ forceCloseConnections: true })
  // As it came: whether a field is there twice is for the reader of a message to see.
  await app.register(formbody, { parser: (text) => new URLSearchParams(text) as never })

  const merchant = { id: merchantId, secret }
  const timers = createTimers()
  const deliveries = createDeliveries(options)
  const tell = createTell(deliveries, merchant)
  const orders = createOrders({ tell, timers, now, lateMs })

  payRoutes(app, orders, merchant)
  statusRoute(app, { orders, merchant, now })
  await control(app, deliveries, (routes) => controlRoutes(routes, orders, tell))
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
    refund: (orderId, amountCents) => insist(orderId, (order) => refund(order, amountCents, tell)),
    chargeBack: (orderId, status) => insist(orderId, (order) => chargeBack(order, status, tell)),
    async close() {
      timers.close()
      await deliveries.close()
      await app.close()
    },
  }
}
