import { createHmac } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { canonicalForm, isSigned, readMessage, signatureOf, signed } from '../../src/payments/acquirer-messages.js'

const SECRET = 'shared'
const NOW_MS = 1_800_000_000_000
const TRUST = { merchantId: 'kla', secrets: [SECRET], toleranceMs: 300_000 }

const FIELDS = new Map([
  ['merchant_id', 'kla'],
  ['order_id', 'order-1'],
  ['status', 'approved'],
  ['timestamp', String(NOW_MS / 1_000)],
])

const bodyOf = (fields: ReadonlyMap<string, string>): string => new URLSearchParams([...fields]).toString()
const signedBody = (changes: Record<string, string> = {}, secret = SECRET): string =>
  bodyOf(signed('notification', new Map([...FIELDS, ...Object.entries(changes)]), [secret]))

const read = (body: string | Uint8Array) => readMessage('notification', Buffer.from(body), TRUST, NOW_MS)

describe('the signature', () => {
  test('matches the one in the description', () => {
    const fields = new Map([['name', 'A B'], ['id', '7'], ['signature', 'any']]) // oxfmt-ignore
    expect(canonicalForm(fields)).toBe('id=7&name=A%20B')
    const expected = createHmac('sha256', 's3cret').update('payment\nid=7&name=A%20B').digest('hex')
    expect(signatureOf('payment', fields, 's3cret')).toBe(expected)
  })

  test('percent-encodes as in RFC 3986', () => {
    expect(canonicalForm(new Map([["a'(b)", '*!~-._é=&+']]))).toBe('a%27%28b%29=%2A%21~-._%C3%A9%3D%26%2B')
  })

  test('differs for fields that look alike when concatenated', () => {
    const alike = [[['a', '1&b=2']], [['a', '1'], ['b', '2']], [['a', '1b'], ['', '2']]] as [string, string][][] // oxfmt-ignore
    expect(new Set(alike.map((fields) => signatureOf('payment', new Map(fields), SECRET))).size).toBe(alike.length)
  })

  test('for one purpose is not valid for another', () => {
    const form = signed('payment', FIELDS, [SECRET])
    expect(isSigned('payment', form, [SECRET])).toBe(true)
    for (const purpose of ['notification', 'status-request', 'status-answer'] as const) {
      expect(isSigned(purpose, form, [SECRET])).toBe(false)
    }
  })
})

describe('a message', () => {
  test('is read with its fields in any order', () => {
    expect(read(signedBody()).get('order_id')).toBe('order-1')
    expect(read(signedBody().split('&').reverse().join('&')).get('order_id')).toBe('order-1')
  })

  test('is read when signed with either of two secrets, and ours are signed with the first', () => {
    const secrets = ['next', SECRET]
    for (const secret of secrets) {
      const body = Buffer.from(signedBody({}, secret))
      expect(readMessage('notification', body, { ...TRUST, secrets }, NOW_MS).get('order_id')).toBe('order-1')
    }
    expect(signed('payment', FIELDS, secrets)).toEqual(signed('payment', FIELDS, ['next']))
  })

  test.each([300, -300])('is read when its time is %p seconds from now', (seconds) => {
    expect(read(signedBody({ timestamp: String(NOW_MS / 1_000 - seconds) })).size).toBe(5)
  })

  test.each<[string, string | Uint8Array]>([
    ['no signature', bodyOf(FIELDS)],
    ['an empty signature', `${bodyOf(FIELDS)}&signature=`],
    [
      'a signature in capitals',
      signedBody().replace(/signature=(.*)/, (_, hex: string) => `signature=${hex.toUpperCase()}`),
    ],
    ['another secret', signedBody({}, 'other')],
    ['an altered field', signedBody().replace('order-1', 'order-2')],
    ['an added field', `${signedBody()}&amount=1`],
    ['a missing field', signedBody().replace('status=approved&', '')],
    ['a repeated field', `${signedBody()}&status=approved`],
    ['a repeated field after the signature', `${signedBody()}&order_id=order-2`],
    ['two signatures', `${signedBody()}&signature=0`],
    ['a timestamp too far in the past', signedBody({ timestamp: String(NOW_MS / 1_000 - 301) })],
    ['a timestamp in the future', signedBody({ timestamp: String(NOW_MS / 1_000 + 301) })],
    ['an invalid timestamp', signedBody({ timestamp: 'soon' })],
    ['another merchant', signedBody({ merchant_id: 'another' })],
    ['a byte order mark', `\uFEFF${signedBody()}`],
    ['bytes that are not UTF-8', Buffer.from([0xff, 0xfe])],
    [
      'more fields than any message has',
      signedBody(Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`f${i}`, '1']))),
    ],
    ['nothing', ''],
  ])('is rejected with %s', (_what, body) => {
    expect(() => read(body)).toThrow()
  })
})
