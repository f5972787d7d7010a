import { KlaError } from '@kla/chassis'
import { randomBytes } from 'node:crypto'
import { paymentForm } from './acquirer-form.js'
import { readMessage } from './acquirer-message.js'
import { noticeOfPayment, noticesOf } from './acquirer-notices.js'
import type { Secrets } from './acquirer-signature.js'
import { queryStatus } from './acquirer-status-query.js'
import type { PaymentProvider } from './payment-provider.js'

export interface AcquirerOptions {
  readonly merchantId: string
  readonly secrets: Secrets
  /** Its hosted page, to which browsers post the form. */
  readonly payUrl: string
  /** Its machine interface; `/status` under it answers how an order stands. */
  readonly apiUrl: string
  /** How far the time of a message may be from ours. */
  readonly toleranceMs: number
  /** For one status query; fits into the five seconds that callers wait. */
  readonly timeoutMs?: number
  readonly now?: () => number
  readonly newNonce?: () => string
}

/**
 * Payments by an acquirer that takes a signed form from the browser and calls back with a signed form, as those do who
 * serve adult businesses. The messages are described in acquirer.md.
 */
export function createAcquirerProvider(options: AcquirerOptions): Required<PaymentProvider> {
  const { timeoutMs = 4_000, now = Date.now, newNonce = () => randomBytes(16).toString('hex') } = options
  const apiUrl = options.apiUrl.replace(/\/+$/, '')
  return {
    name: 'acquirer',
    // There is nothing to open: the browser's form does it, and the order's id names the checkout on both sides.
    openCheckout: async (order) => ({ sessionId: order.orderId, url: undefined }),
    checkoutForm: (order) => paymentForm(order, options),
    async readCheckout(sessionId) {
      try {
        const moment = { nowMs: now(), nonce: newNonce() }
        return noticeOfPayment(await queryStatus(sessionId, { ...options, apiUrl, timeoutMs }, moment))
      } catch (cause) {
        throw new KlaError('PAYMENTS_UNAVAILABLE', undefined, { cause })
      }
    },
    async readNotification({ body, nowMs }) {
      try {
        return noticesOf(readMessage('notification', body, options, nowMs))
      } catch (cause) {
        throw new KlaError('SIGNATURE_INVALID', undefined, { cause })
      }
    },
  }
}
