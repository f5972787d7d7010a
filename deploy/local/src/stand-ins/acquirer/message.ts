import { createHmac, timingSafeEqual } from 'node:crypto'

/** The fields of a message, each name once. How messages are signed: services/commerce/src/payments/acquirer.md. */
export type Fields = ReadonlyMap<string, string>

type Purpose = 'payment' | 'notification' | 'status-request' | 'status-answer'

const percentEncode = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte)
      return /[A-Za-z0-9\-._~]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')

function sign(purpose: Purpose, fields: Fields, secret: string): string {
  const pairs = [...fields].filter(([name]) => name !== 'signature')
  const canonical = pairs.map((pair) => pair.map(percentEncode).join('=')).sort()
  return createHmac('sha256', secret).update(`${purpose}\n${canonical.join('&')}`).digest('hex')
}

/** A message as a form body, signed. */
export function writeMessage(purpose: Purpose, fields: Fields, secret: string): string {
  return new URLSearchParams([...fields, ['signature', sign(purpose, fields, secret)]]).toString()
}

/** The fields of a form that the merchant has signed; undefined if it has not, or if a field is there twice. */
export function readMessage(purpose: Purpose, form: URLSearchParams, secret: string): Fields | undefined {
  const fields = new Map(form)
  if (fields.size !== [...form].length) return undefined
  const expected = Buffer.from(sign(purpose, fields, secret))
  const given = Buffer.from(fields.get('signature') ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected) ? fields : undefined
}
