import formbody from '@fastify/formbody'
import fastify from 'fastify'
import { createDeliveries, createTimers, type Deliveries, type DeliveryOptions } from '../payments/deliveries.js'
import { addressOf, control, singleValues } from '../payments/requests.js'
import { api } from './api.js'
import type { DisputeState } from './checkout.js'
import { type Checkouts, createCheckouts } from './checkouts.js'
import { createNotify } from './events.js'
import { controlRoutes, pagePath, payRoutes } from './pay-routes.js'
import { createPayments } from './payments.js'
import { createReversals } from './reversals.js'

interface StripeStandInOptions extends DeliveryOptions {
  readonly port: number
  readonly host?: string
  readonly publicUrl?: string
  readonly secretKey?: string
  readonly webhookSecret?: string
  /** Delay of late payments and disputes. */
  readonly lateMs?: number
}

/** Running Stripe, with controls for tests. */
export interface StripeStandIn {
  /** Origin of the API below `/v1`, and of what tests control below `/control`. */
  readonly url: string
  readonly port: number
  readonly secretKey: string
  readonly webhookSecret: string
  readonly deliveries: Deliveries
  refund(sessionId: string, amountCents?: number): Promise<void>
  failRefund(sessionId: string): Promise<void>
  dispute(sessionId: string, state: DisputeState, amountCents?: number): Promise<void>
  expire(sessionId: string): Promise<void>
  close(): Promise<void>
}

/** Serves a hosted checkout: API, page, signed webhooks. */
export async function startStripeStandIn(options: StripeStandInOptions): Promise<StripeStandIn> {
  const { host = '127.0.0.1', secretKey = 'sk_test_local', webhookSecret = 'whsec_local' } = options
  const { now = Date.now, lateMs = 2_000 } = options
  const app = fastify({ forceCloseConnections: true })
  await app.register(formbody, { parser: singleValues })

  const timers = createTimers()
  const deliveries = createDeliveries(options)
  const notify = createNotify(deliveries, webhookSecret, now)
  const pageOf = (sessionId: string): string => (options.publicUrl ?? addressOf(app, host)) + pagePath(sessionId)
  const checkouts: Checkouts = createCheckouts({ pageOf, notify, timers })
  const reversals = createReversals({ notify, now })
  const payments = createPayments({ checkouts, reversals, notify, timers, now, lateMs })

  await api(app, { secretKey, checkouts, reversals, now })
  payRoutes(app, checkouts, payments)
  await control(app, deliveries, (routes) => controlRoutes(routes, checkouts, reversals))
  await app.listen({ port: options.port, host })

  const url = addressOf(app, host)
  return {
    url,
    port: Number(new URL(url).port),
    secretKey,
    webhookSecret,
    deliveries,
    refund: async (sessionId, amountCents) => void (await reversals.refund(checkouts.find(sessionId), amountCents)),
    failRefund: async (sessionId) => void (await reversals.failRefund(checkouts.find(sessionId))),
    dispute: async (sessionId, state, amountCents) =>
      void (await reversals.dispute(checkouts.find(sessionId), state, amountCents)),
    expire: (sessionId) => checkouts.expire(checkouts.find(sessionId)),
    async close() {
      timers.close()
      await deliveries.close()
      await app.close()
    },
  }
}
