import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PaymentNotice } from './payment-provider.js'

/** The fields of a message, each name once. */
export type Fields = ReadonlyMap<string, string>

/**
 * What a message is for. It is part of what is signed, so that a signature which a browser gets to see opens nothing but
 * a payment.
 */
type Purpose = 'payment' | 'notification' | 'status-request' | 'status-answer'

const SIGNATURE = 'signature'

/** Shared with the acquirer: each is trusted, the first signs. While one is replaced there are two. */
export type Secrets = readonly string[]

/** The signature of `fields`: HMAC-SHA256, in hexadecimal. */
export function signatureOf(purpose: Purpose, fields: Fields, secret: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${canonicalForm(fields)}`).digest('hex')
}

/** `fields` with their signature as the last one. */
export const signed = (purpose: Purpose, fields: Fields, [secret = '']: Secrets): Fields =>
  new Map([...fields, [SIGNATURE, signatureOf(purpose, fields, secret)]])

/** Whether `fields` carry the signature that they should; takes as long for a near miss as for a wild one. */
export function isSigned(purpose: Purpose, fields: Fields, secrets: Secrets): boolean {
  const given = Buffer.from(fields.get(SIGNATURE) ?? '')
  return secrets.some((secret) => {
    const expected = Buffer.from(signatureOf(purpose, fields, secret))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** All fields but the signature, percent-encoded as in RFC 3986 and sorted: no two sets of fields look alike. */
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
// Twice what the longest message has.
const FIELDS_MAX = 32

export interface MessageTrust {
  readonly merchantId: string
  readonly secrets: Secrets
  /** How far the time of a message may be from ours, in either direction. */
  readonly toleranceMs: number
}

/** The fields of a form body. Throws for one that is not UTF-8 or names a field twice. */
function readFields(body: Uint8Array): Fields {
  const pairs = [...new URLSearchParams(utf8.decode(body))]
  const fields = new Map(pairs)
  // With two values for one name, what is signed and what is read could be different ones.
  if (fields.size !== pairs.length) throw new Error('a field is there twice')
  if (fields.size > FIELDS_MAX) throw new Error('too many fields')
  return fields
}

/** The fields of a message that the acquirer has signed, recently and for us. Throws when it is none. */
export function readMessage(purpose: Purpose, body: Uint8Array, trust: MessageTrust, nowMs: number): Fields {
  const fields = readFields(body)
  if (!isSigned(purpose, fields, trust.secrets)) throw new Error('the signature is another one')
  if (fields.get('merchant_id') !== trust.merchantId) throw new Error('it is for another merchant')
  const sentAtMs = wholeNumber(fields, 'timestamp') * 1_000
  if (Math.abs(nowMs - sentAtMs) > trust.toleranceMs) throw new Error('it is not of now')
  return fields
}

/** A field that has to be there. */
function text(fields: Fields, name: string): string {
  const value = fields.get(name)
  if (!value || value.length > 255) throw new Error(`${name} is missing or too long`)
  return value
}

/** A field in whole units: seconds, or the smallest unit of a currency. */
function wholeNumber(fields: Fields, name: string): number {
  const value = text(fields, name)
  if (!/^\d{1,12}$/.test(value)) throw new Error(`${name} is no whole number`)
  return Number(value)
}

/** What a notification says about an order. A status that means nothing to us is an empty list. */
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

/** How the payment of an order stands; undefined for a status that is not about a payment, or an unknown order. */
export function noticeOfPayment(fields: Fields, eventId = ''): PaymentNotice | undefined {
  const about = { eventId, order: orderOf(fields) }
  switch (text(fields, 'status')) {
    case 'approved': {
      const currency = text(fields, 'currency').toLowerCase()
      const paymentId = text(fields, 'transaction_id')
      return { ...about, kind: 'paid', amountCents: wholeNumber(fields, 'amount'), currency, paymentId }
    }
    // After a declined card the person may try another one.
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
