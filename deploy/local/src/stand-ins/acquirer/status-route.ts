import type { FastifyInstance } from 'fastify'
import { readMessage, writeMessage } from './message.js'
import type { Orders } from './orders.js'
import { seconds } from './tell.js'

const REQUEST_AGE_MS = 300_000

/** `POST /api/status`: how the payment of an order stands, asked and answered with signatures. */
export function statusRoute(
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
    return reply
      .type('application/x-www-form-urlencoded')
      .send(writeMessage('status-answer', answer, merchant.secret))
  })
}
