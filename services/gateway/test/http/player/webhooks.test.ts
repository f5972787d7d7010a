import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request as openRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type Reason, REASONS } from '@kla/proto/web'
import type { Service } from '../../../src/index.js'
import { createWorld, type World } from '../../support/world.js'

let world: World
let gateway: Service

beforeAll(async () => {
  world = await createWorld()
  gateway = await world.gateway({ trustProxy: 1, restLimitPerMinute: 3 })
})
afterAll(() => world.stop())
beforeEach(() => {
  world.commerce.notifications.length = 0
})
afterEach(() => {
  world.commerce.refusal = undefined
})

const SIGNED = { 'stripe-signature': 't=1,v1=abc' }
const FORM = 'application/x-www-form-urlencoded'

/** Posts over a real connection; several chunks go without a content length. */
async function post(path: string, headers: Record<string, string>, ...chunks: Buffer[]) {
  const length = chunks.length > 1 ? {} : { 'content-length': String(chunks[0]?.length ?? 0) }
  const request = openRequest({
    host: '127.0.0.1',
    port: gateway.ports.http,
    method: 'POST',
    path,
    headers: { ...length, ...headers },
  })
  for (const chunk of chunks) request.write(chunk)
  request.end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { status: response.statusCode, answer: JSON.parse(await text(response)) as unknown }
}

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))

describe('payment notifications', () => {
  test.each<[string, string | undefined, Buffer]>([
    ['JSON', 'application/json; charset=utf-8', Buffer.from('{"id": "evt_1",\r\n "amount": 1.00, "id": 2}\n')],
    ['JSON that is none', 'application/json', Buffer.from('{')],
    ['a form', FORM, Buffer.from('a=1&a=2&b=%ff+%20')],
    ['every byte there is', 'application/octet-stream', everyByte],
    ['bytes that say to be text', 'text/plain; charset=utf-16', everyByte],
    ['JSON with a mark of order and a null', 'application/json', Buffer.from('\ufeff{"a":"\0"}')],
    ['bytes without a type', undefined, everyByte],
    ['bytes of a type that is none', 'none', everyByte],
    ['nothing', 'application/json', Buffer.alloc(0)],
    ['64 KiB', 'application/json', randomBytes(64 * 1024)],
  ])('are forwarded byte for byte: %s', async (_what, type, body) => {
    const headers = { ...SIGNED, ...(type === undefined ? {} : { 'content-type': type }) }
    expect(await post('/webhooks/stripe', headers, body)).toEqual({ status: 200, answer: { received: true } })
    expect(world.commerce.notifications).toEqual([{ provider: 'stripe', body, signature: 't=1,v1=abc' }])
  })

  test('are reassembled from chunks', async () => {
    const pieces = [everyByte.subarray(0, 195), everyByte.subarray(195, 196), everyByte.subarray(196)]
    await post('/webhooks/stripe', { ...SIGNED, 'content-type': 'application/json' }, ...pieces)
    expect(world.commerce.notifications).toEqual([{ provider: 'stripe', body: everyByte, signature: 't=1,v1=abc' }])
  })

  test('of the acquirer carry the signature in the body', async () => {
    const body = Buffer.from('order_id=o1&signature=00')
    await post('/webhooks/acquirer', { ...SIGNED, 'content-type': FORM }, body)
    expect(world.commerce.notifications).toEqual([{ provider: 'acquirer', body, signature: '' }])
  })

  test('without a signature header are left to commerce to refuse', async () => {
    await post('/webhooks/stripe', {}, Buffer.from('{}'))
    expect(world.commerce.notifications).toEqual([{ provider: 'stripe', body: Buffer.from('{}'), signature: '' }])
  })

  test.each([
    ['said beforehand', [Buffer.alloc(64 * 1024 + 1)]],
    ['found out', [Buffer.alloc(40 * 1024), Buffer.alloc(30 * 1024)]],
  ])('that are too large, %s, are not forwarded', async (_when, chunks) => {
    expect(await post('/webhooks/stripe', SIGNED, ...chunks)).toEqual({
      status: 413,
      answer: { error: REASONS.BODY_TOO_LARGE.text, code: 'BODY_TOO_LARGE' },
    })
    expect(world.commerce.notifications).toEqual([])
  })

  test.each<[Reason, number, Reason]>([
    ['SIGNATURE_INVALID', 400, 'SIGNATURE_INVALID'],
    ['NOT_FOUND', 404, 'NOT_FOUND'],
    ['UNAVAILABLE', 503, 'UNAVAILABLE'],
    ['INTERNAL', 503, 'UNAVAILABLE'],
    ['CONFLICT', 503, 'UNAVAILABLE'],
    ['PAYMENTS_UNAVAILABLE', 503, 'UNAVAILABLE'],
  ])('refused by commerce with %s are answered with %i', async (refusal, status, code) => {
    world.commerce.refusal = refusal
    const { status: got, answer } = await post('/webhooks/stripe', SIGNED, Buffer.from('{}'))
    expect({ got, answer }).toEqual({ got: status, answer: { error: REASONS[code].text, code } })
  })

  test('of an unknown provider are not forwarded', async () => {
    expect(await post('/webhooks/paypal', SIGNED, Buffer.from('{}'))).toMatchObject({ status: 404 })
    expect(world.commerce.notifications).toEqual([])
  })

  test('are accepted with a foreign Origin and without a rate limit', async () => {
    const headers = { ...SIGNED, origin: 'https://pay.example', 'sec-fetch-site': 'cross-site' }
    for (let time = 0; time < 10; time += 1) {
      const { status } = await post(
        '/webhooks/acquirer',
        { ...headers, 'x-forwarded-for': '203.0.113.7' },
        Buffer.from('a=1'),
      )
      expect(status).toBe(200)
    }
  })
})

test('are answered with the usual errors at other addresses', async () => {
  const response = await gateway.http.inject({
    method: 'POST',
    url: '/checkout/create-session',
    headers: { cookie: `kla=${world.auth.person(1).sessionId}` },
    payload: { items: [], email: 'x'.repeat(70 * 1024) },
  })
  expect(response.statusCode).toBe(413)
  expect(response.json()).toEqual({ error: REASONS.BODY_TOO_LARGE.text, code: 'BODY_TOO_LARGE' })
})
