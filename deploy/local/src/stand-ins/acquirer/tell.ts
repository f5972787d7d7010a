import { randomUUID } from 'node:crypto'
import type { Deliveries } from '../payments/deliveries.js'
import { writeMessage } from './message.js'
import type { Order } from './order.js'

/** Tells the merchant of an order, as it stands now. Resolves when whoever made it happen may go on. */
export type Tell = (order: Order, status: string) => Promise<void>

/** Tells by signed notifications. */
export function createTell(deliveries: Deliveries, merchant: { readonly id: string; readonly secret: string }): Tell {
  return async (order, status) => {
    const { request, transactionId, chargebackId, refundedCents } = order
    const eventId = `E${randomUUID()}`
    const facts: [string, string][] = [
      ['event_id', eventId],
      ['merchant_id', merchant.id],
      ['order_id', request.orderId],
      ['status', status],
      ['amount', String(request.amountCents)],
      ['currency', request.currency],
    ]
    if (transactionId !== undefined) facts.push(['transaction_id', transactionId])
    if (status === 'refunded') facts.push(['refunded_amount', String(refundedCents)])
    if (status.startsWith('chargeback')) facts.push(['chargeback_id', chargebackId ?? ''])
    const attempt = (nowMs: number) => ({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: writeMessage('notification', new Map([...facts, ['timestamp', seconds(nowMs)]]), merchant.secret),
    })
    const told = deliveries.deliver([{ eventId, type: status, attempt }])
    if (deliveries.faults.beforeRedirect) await told
  }
}

/** A time as messages carry it. */
export const seconds = (ms: number): string => String(Math.floor(ms / 1_000))
