/**
 * As much of DER (X.690) as a certificate needs. Node signs and reads certificates, but makes none.
 */
const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  text: 0x0c,
  time: 0x18,
  shortTime: 0x17,
  sequence: 0x30,
  set: 0x31,
} as const
const LONG_FORM = 0x80
/** From this year on, and only then, a certificate's times have four digits of the year (RFC 5280, 4.1.2.5). */
const LONG_TIMES_FROM = 2050

/** A value of a tag of one's own, such as those that a certificate numbers. */
export function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body])
}

function lengthOf(bytes: number): Buffer {
  if (bytes < LONG_FORM) return Buffer.from([bytes])
  const digits = bytes < 0x100 ? [bytes] : [bytes >> 8, bytes & 0xff]
  return Buffer.from([LONG_FORM | digits.length, ...digits])
}

export const sequence = (...parts: readonly Buffer[]): Buffer => tagged(TAG.sequence, ...parts)
export const set = (...parts: readonly Buffer[]): Buffer => tagged(TAG.set, ...parts)
export const octets = (value: Buffer): Buffer => tagged(TAG.octets, value)
export const text = (value: string): Buffer => tagged(TAG.text, Buffer.from(value))
export const truth = (): Buffer => tagged(TAG.boolean, Buffer.from([0xff]))
/** Not negative, its bytes from the highest on. */
export const integer = (bytes: Buffer): Buffer =>
  tagged(TAG.integer, (bytes[0] ?? 0) >= LONG_FORM ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
/** Whole bytes, of which the last `unused` bits mean nothing. */
export const bits = (value: Buffer, unused = 0): Buffer => tagged(TAG.bits, Buffer.from([unused]), value)

/** An object identifier, as "1.2.840.10045.4.3.2". */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(TAG.oid, Buffer.from([first * 40 + second, ...rest.flatMap(inSevens)]))
}

function inSevens(value: number): number[] {
  const digits = [value & 0x7f]
  for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | LONG_FORM)
  return digits
}

/** A moment, to the second. */
export function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z').replace(/[-:T]/g, '')
  const long = new Date(ms).getUTCFullYear() >= LONG_TIMES_FROM
  return tagged(long ? TAG.time : TAG.shortTime, Buffer.from(long ? digits : digits.slice(2)))
}
