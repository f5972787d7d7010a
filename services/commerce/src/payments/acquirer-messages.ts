import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PaymentNotice } from './payment-provider.js'

export type Fields = ReadonlyMap<string, string>

/** Part of what is signed, so that a signature seen by a browser allows nothing but a payment. */
type Purpose = 'payment' | 'notification' | 'status-request' | 'status-answer'

const SIGNATURE = 'signature'

/** All are trusted; the first signs. Two while one is replaced. */
export type Secrets = readonly string[]

/** HMAC-SHA256, hexadecimal. */
export function signatureOf(purpose: Purpose, fields: Fields, secret: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${canonicalForm(fields)}`).digest('hex')
}

export const signed = (purpose: Purpose, fields: Fields, [secret = '']: Secrets): Fields =>
  new Map([...fields, [SIGNATURE, signatureOf(purpose, fields, secret)]])

/** In constant time. */
export function isSigned(purpose: Purpose, fields: Fields, secrets: Secrets): boolean {
  const given = Buffer.from(fields.get(SIGNATURE) ?? '')
  return secrets.some((secret) => {
    const expected = Buffer.from(signatureOf(purpose, fields, secret))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** All fields but the signature, percent-encoded (RFC 3986) and sorted: unambiguous. */
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
// Twice the longest message.
const FIELDS_MAX = 32

export interface MessageTrust {
  readonly merchantId: string
  readonly secrets: Secrets
  readonly toleranceMs: number
}

/** Throws unless it is UTF-8 with unique names. */
function readFields(body: Uint8Array): Fields {
  const pairs = [...new URLSearchParams(utf8.decode(body))]
  const fields = new Map(pairs)
  if (fields.size !== pairs.length) throw new Error('a field is there twice')
  if (fields.size > FIELDS_MAX) throw new Error('too many fields')
  return fields
}

/** Throws unless signed by the acquirer, recently and for this merchant. */
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
  if (!value || value.length > 255) throw new Error(`${name} is missing or too long`)
  return value
}

function wholeNumber(fields: Fields, name: string): number {
  const value = text(fields, name)
  if (!/^\d{1,12}$/.test(value)) throw new Error(`${name} is no whole number`)
  return Number(value)
}

export function noticesOf(fields: Fields): readonly PaymentNotice[] {
  const about = { eventId: text(fields, 'event_id'), order: orderOf(fields) }
  switch (text(fields, 'status')) {
    case 'refunded':
      return [{ ...about, kind: 'refunded', refundedCents: wholeNumber(fields, 'refunded_amount') }]
    case 'chargeback':
      return [{ ...about, kind: 'dispute', disputeId: text(fields, 'chargeback_id'), state: 'open' }]
    case 'chargeback_reversed':
      return [{ ...about, kind: 'dispute', disputeId: text(fields, 'chargeback_id'), state: 'won' }]
    default: {
      const notice = noticeOfPayment(fields, about.eventId)
      return notice ? [notice] : []
    }
  }
}

/** Undefined for an unknown order, or a status that is not about a payment. */
export function noticeOfPayment(fields: Fields, eventId = ''): PaymentNotice | undefined {
  const about = { eventId, order: orderOf(fields) }
  switch (text(fields, 'status')) {
    case 'approved': {
      const currency = text(fields, 'currency').toLowerCase()
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
