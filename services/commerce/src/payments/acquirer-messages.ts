import { createHmac, timingSafeEqual } from 'node:crypto'
import { type PaymentNotice, UnreadableNotification } from './payment-provider.js'

/** Fields of a form by name. */
export type Fields = ReadonlyMap<string, string>

/** Signed too, so that a payment's signature serves nothing else. */
type Purpose = 'payment' | 'notification' | 'status-request' | 'status-answer'

const SIGNATURE = 'signature'

/** Trusted secrets; the first signs. Two during rotation. */
export type Secrets = readonly string[]

/** HMAC-SHA256 in hexadecimal. */
export function signatureOf(purpose: Purpose, fields: Fields, secret: string): string {
  return createHmac('sha256', secret)
    .update(`${purpose}\n${canonicalForm(fields)}`)
    .digest('hex')
}

export const signed = (purpose: Purpose, fields: Fields, [secret = '']: Secrets): Fields =>
  new Map([...fields, [SIGNATURE, signatureOf(purpose, fields, secret)]])

/** Compares signatures in constant time. */
export function isSigned(purpose: Purpose, fields: Fields, secrets: Secrets): boolean {
  const given = Buffer.from(fields.get(SIGNATURE) ?? '')
  return secrets.some((secret) => {
    const expected = Buffer.from(signatureOf(purpose, fields, secret))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** Fields without the signature, sorted and percent-encoded (RFC 3986). */
export function canonicalForm(fields: Fields): string {
  return [...fields]
    .filter(([name]) => name !== SIGNATURE)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const FIELDS_MAX = 32

/** Requirements of a message's signer and time. */
export interface MessageTrust {
  readonly merchantId: string
  readonly secrets: Secrets
  readonly toleranceMs: number
}

/** Throws unless UTF-8 with unique names. */
function readFields(body: Uint8Array): Fields {
  const pairs = [...new URLSearchParams(utf8.decode(body))]
  const fields = new Map(pairs)
  if (fields.size !== pairs.length) throw new Error('a field is there twice')
  if (fields.size > FIELDS_MAX) throw new Error('too many fields')
  return fields
}

/** Throws unless recently signed for this merchant. */
export function readMessage(purpose: Purpose, body: Uint8Array, trust: MessageTrust, nowMs: number): Fields {
  const fields = readFields(body)
  if (!isSigned(purpose, fields, trust.secrets)) throw new Error('the signature is another one')
  if (fields.get('merchant_id') !== trust.merchantId) throw new Error('it is for another merchant')
  const sentAtMs = wholeNumber(fields, 'timestamp') * 1_000
  if (Math.abs(nowMs - sentAtMs) > trust.toleranceMs) throw new Error('it is not of now')
  return fields
}

function text(fields: Fields, name: string): string {
  const value = fields.get(name)
  if (!value || value.length > 255 || /\p{Cc}/u.test(value)) throw new Error(`${name} is missing, too long or no text`)
  return value
}

function wholeNumber(fields: Fields, name: string): number {
  const value = text(fields, name)
  if (!/^\d{1,12}$/.test(value)) throw new Error(`${name} is no whole number`)
  return Number(value)
}

/** Notices of a notification. Throws {@link UnreadableNotification}. */
export function noticesOf(fields: Fields): readonly PaymentNotice[] {
  let notices: readonly PaymentNotice[] | undefined
  try {
    notices = readNotices(fields)
  } catch (error) {
    throw new UnreadableNotification('content', { ...aboutMessage(fields), unread: (error as Error).message })
  }
  if (!notices) throw new UnreadableNotification('kind', aboutMessage(fields))
  return notices
}

function readNotices(fields: Fields): readonly PaymentNotice[] | undefined {
  const about = { eventId: text(fields, 'event_id'), order: orderOf(fields) }
  const status = text(fields, 'status')
  switch (status) {
    case 'refunded': {
      const total = { kind: 'refunded', refundedCents: wholeNumber(fields, 'refunded_amount') } as const
      return [
        { ...about, ...total, ...reversalOf(fields) },
        ...singleRefund(fields, 'given').map((one) => ({ ...about, ...one })),
      ]
    }
    case 'refund_failed':
    case 'refund_cancelled': {
      // Without its id, later refunds look the same.
      text(fields, 'refund_id')
      return singleRefund(fields, 'failed').map((one) => ({ ...about, ...one }))
    }
    case 'chargeback':
    case 'chargeback_lost':
    case 'chargeback_reversed': {
      const amountCents = fields.has('chargeback_amount') ? wholeNumber(fields, 'chargeback_amount') : undefined
      const chargeback = { disputeId: text(fields, 'chargeback_id'), state: CHARGEBACKS[status], amountCents }
      return [{ ...about, kind: 'dispute', ...chargeback, ...reversalOf(fields) }]
    }
    case 'settled':
      return []
    default: {
      const notice = noticeOfPayment(fields, about.eventId)
      return notice && [notice]
    }
  }
}

const CHARGEBACKS = { chargeback: 'open', chargeback_lost: 'lost', chargeback_reversed: 'won' } as const

function singleRefund(fields: Fields, state: 'given' | 'failed') {
  if (!fields.has('refund_id')) return []
  const [refundId, amountCents] = [text(fields, 'refund_id'), wholeNumber(fields, 'refund_amount')]
  return [{ kind: 'refund', refundId, amountCents, state, ...reversalOf(fields) } as const]
}

const reversalOf = (fields: Fields) => ({
  currency: fields.has('currency') ? currencyOf(fields) : undefined,
  atMs: fields.has('occurred_at') ? wholeNumber(fields, 'occurred_at') * 1_000 : undefined,
})

function currencyOf(fields: Fields): string {
  const currency = text(fields, 'currency')
  if (!/^[a-z]{3}$/i.test(currency)) throw new Error('currency is none')
  return currency.toLowerCase()
}

const ABOUT = [
  ...['event_id', 'order_id', 'transaction_id', 'status', 'amount', 'currency', 'refunded_amount', 'refund_id'],
  ...['refund_amount', 'chargeback_id', 'chargeback_amount', 'occurred_at'],
]

const aboutMessage = (fields: Fields): Readonly<Record<string, string>> =>
  Object.fromEntries([...fields].filter(([name, value]) => ABOUT.includes(name) && /^[\w.:-]{1,255}$/.test(value)))

/** Notice of a payment; undefined for an unknown order or status. */
export function noticeOfPayment(fields: Fields, eventId = ''): PaymentNotice | undefined {
  const about = { eventId, order: orderOf(fields) }
  switch (text(fields, 'status')) {
    case 'approved': {
      const currency = currencyOf(fields)
      const paymentId = text(fields, 'transaction_id')
      return { ...about, kind: 'paid', amountCents: wholeNumber(fields, 'amount'), currency, paymentId }
    }
    case 'open':
    case 'pending':
    case 'declined':
      return { ...about, kind: 'unpaid' }
    case 'closed':
      return { ...about, kind: 'cancelled' }
    default:
      return undefined
  }
}

function orderOf(fields: Fields): PaymentNotice['order'] {
  const orderId = text(fields, 'order_id')
  const paymentId = fields.get('transaction_id')
  return { orderId, sessionId: orderId, ...(paymentId ? { paymentId } : {}) }
}
