import { randomBytes } from 'node:crypto'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { inSpan, KlaError } from '@kla/chassis'
import {
  type Fields,
  type MessageTrust,
  noticeOfPayment,
  noticesOf,
  readMessage,
  type Secrets,
  signed,
} from './acquirer-messages.js'
import type { CheckoutForm, CheckoutOrder, PaymentProvider } from './payment-provider.js'

interface AcquirerOptions {
  readonly merchantId: string
  readonly secrets: Secrets
  readonly payUrl: string
  readonly apiUrl: string
  readonly toleranceMs: number
  /** Fits into the callers' five seconds. */
  readonly timeoutMs?: number
  readonly now?: () => number
}

/** Creates the provider described in acquirer.md. */
export function createAcquirerProvider(options: AcquirerOptions): Required<PaymentProvider> {
  const { timeoutMs = 4_000, now = Date.now } = options
  const apiUrl = options.apiUrl.replace(/\/+$/, '')
  return {
    name: 'acquirer',
    openCheckout: async (order) => ({ sessionId: order.orderId, url: undefined }),
    checkoutForm: (order) => paymentForm(order, options),
    async readCheckout(sessionId) {
      try {
        const moment = { nowMs: now(), nonce: randomBytes(16).toString('hex') }
        return noticeOfPayment(await queryStatus(sessionId, { ...options, apiUrl, timeoutMs }, moment))
      } catch (cause) {
        throw new KlaError('PAYMENTS_UNAVAILABLE', undefined, { cause })
      }
    },
    async readNotification({ body, nowMs }) {
      let message: Fields
      try {
        message = readMessage('notification', body, options, nowMs)
      } catch (cause) {
        throw new KlaError('SIGNATURE_INVALID', undefined, { cause })
      }
      return noticesOf(message)
    },
  }
}

interface FormOptions {
  readonly merchantId: string
  readonly secrets: Secrets
  readonly payUrl: string
}

function paymentForm(order: CheckoutOrder, { merchantId, secrets, payUrl }: FormOptions): CheckoutForm {
  const fields = signed('payment', new Map([['merchant_id', merchantId], ...fieldsOf(order)]), secrets)
  return { action: payUrl, fields: [...fields].map(([name, value]) => ({ name, value })) }
}

function fieldsOf(order: CheckoutOrder): Fields {
  const fields = new Map([
    ['order_id', order.orderId],
    ['amount', String(order.totalCents)],
    ['currency', order.currency.toUpperCase()],
    ['return_url', order.returnUrl.replaceAll('{SESSION_ID}', encodeURIComponent(order.orderId))],
    ['cancel_url', order.cancelUrl],
  ])
  for (const [index, line] of order.lines.entries()) {
    fields.set(`item_${index + 1}_name`, line.name)
    fields.set(`item_${index + 1}_amount`, String(line.unitCents))
    fields.set(`item_${index + 1}_quantity`, String(line.quantity))
  }
  if (order.email !== '') fields.set('customer_email', order.email)
  if (order.expiresAtMs !== undefined) fields.set('expires_at', String(Math.floor(order.expiresAtMs / 1_000)))
  return fields
}

const ANSWER_BYTES_MAX = 16_384

/** Body of a 200, within `timeoutMs` altogether. */
const postForm = (url: string, fields: Fields, timeoutMs: number): Promise<Buffer> =>
  inSpan('ask the acquirer', () => exchange(url, fields, timeoutMs))

async function exchange(url: string, fields: Fields, timeoutMs: number): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs)
  const form = Buffer.from(new URLSearchParams([...fields]).toString())
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = url.startsWith('https:') ? requestHttps : requestHttp
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': form.length }
    request(url, { method: 'POST', headers, signal }, resolve).on('error', reject).end(form)
  })
  try {
    if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`)
    return await bodyOf(response)
  } finally {
    response.destroy()
  }
}

async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > ANSWER_BYTES_MAX) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

interface StatusQueryOptions extends MessageTrust {
  readonly apiUrl: string
  readonly timeoutMs: number
}

async function queryStatus(
  orderId: string,
  options: StatusQueryOptions,
  moment: { readonly nowMs: number; readonly nonce: string },
): Promise<Fields> {
  const question = new Map([
    ['merchant_id', options.merchantId],
    ['order_id', orderId],
    ['nonce', moment.nonce],
    ['timestamp', String(Math.floor(moment.nowMs / 1_000))],
  ])
  const request = signed('status-request', question, options.secrets)
  const body = await postForm(`${options.apiUrl}/status`, request, options.timeoutMs)
  const answer = readMessage('status-answer', body, options, moment.nowMs)
  // Old answers are signed too.
  for (const name of ['order_id', 'nonce']) {
    if (answer.get(name) !== question.get(name)) throw new Error(`the answer has another ${name}`)
  }
  return answer
}
