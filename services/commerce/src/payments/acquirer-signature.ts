import { createHmac, timingSafeEqual } from 'node:crypto'

/** The fields of a message, each name once. */
export type Fields = ReadonlyMap<string, string>

/**
 * What a message is for. It is part of what is signed, so that a signature which a browser gets to see opens nothing but
 * a payment.
 */
export type Purpose = 'payment' | 'notification' | 'status-request' | 'status-answer'

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
