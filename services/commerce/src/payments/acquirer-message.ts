import { isSigned, type Fields, type Purpose, type Secrets } from './acquirer-signature.js'

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
export function readFields(body: Uint8Array): Fields {
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
export function text(fields: Fields, name: string): string {
  const value = fields.get(name)
  if (!value || value.length > 255) throw new Error(`${name} is missing or too long`)
  return value
}

/** A field in whole units: seconds, or the smallest unit of a currency. */
export function wholeNumber(fields: Fields, name: string): number {
  const value = text(fields, name)
  if (!/^\d{1,12}$/.test(value)) throw new Error(`${name} is no whole number`)
  return Number(value)
}
