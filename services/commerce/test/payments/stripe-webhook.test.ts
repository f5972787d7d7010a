import { describe, expect, test } from '@jest/globals'
import type { KlaError } from '@kla/chassis'
import Stripe from 'stripe'
import { createStripeProvider } from '../../src/payments/stripe.js'

const SECRET = 'whsec_ours'
const NOW_MS = 1_800_000_000_000
const NOW_S = NOW_MS / 1_000
const TOLERANCE_S = 300

const stripe = new Stripe('sk_test_unused')
const provider = createStripeProvider({
  secretKey: 'sk_test_unused',
  webhookSecrets: [SECRET],
  apiUrl: 'http://127.0.0.1:9',
  toleranceMs: TOLERANCE_S * 1_000,
})

const EXPIRED = {
  id: 'evt_1',
  object: 'event',
  type: 'checkout.session.expired',
  data: { object: { id: 'cs_test_1', status: 'expired', payment_status: 'unpaid', client_reference_id: 'order-1' } },
}
const BODY = JSON.stringify(EXPIRED)

type Signing = Partial<Parameters<typeof stripe.webhooks.generateTestHeaderString>[0]>

const headerFor = (payload: string, signing: Signing = {}): string =>
  stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp: NOW_S, ...signing })

const read = (body: string | Uint8Array, signature: string) =>
  provider.readNotification({ body: typeof body === 'string' ? Buffer.from(body) : body, signature, nowMs: NOW_MS })

const NOTICE = { eventId: 'evt_1', kind: 'cancelled', order: { orderId: 'order-1', sessionId: 'cs_test_1' } }

test('reads a notification that Stripe has signed', async () => {
  expect(await read(BODY, headerFor(BODY))).toEqual([NOTICE])
})

test('reads one of the maximal age, and one signed with several secrets during a change', async () => {
  expect(await read(BODY, headerFor(BODY, { timestamp: NOW_S - TOLERANCE_S }))).toEqual([NOTICE])
  const both = `${headerFor(BODY, { secret: 'whsec_old' })},${headerFor(BODY).split(',')[1]}`
  expect(await read(BODY, both)).toEqual([NOTICE])
})

test('reads one signed with either of two secrets, but not with a third', async () => {
  const changing = createStripeProvider({
    secretKey: 'k',
    apiUrl: 'http://127.0.0.1:9',
    toleranceMs: TOLERANCE_S * 1_000,
    webhookSecrets: ['whsec_new', SECRET],
  })
  const notification = (secret: string) => ({
    body: Buffer.from(BODY),
    signature: headerFor(BODY, { secret }),
    nowMs: NOW_S * 1_000,
  })
  for (const secret of ['whsec_new', SECRET])
    expect(await changing.readNotification(notification(secret))).toEqual([NOTICE])
  await expect(changing.readNotification(notification('whsec_other'))).rejects.toMatchObject({
    reason: 'SIGNATURE_INVALID',
  })
})

test('returns an empty list for an event of no interest', async () => {
  const body = JSON.stringify({ ...EXPIRED, type: 'customer.created' })
  expect(await read(body, headerFor(body))).toEqual([])
})

test.each(['hello', '[]', 'null', '{"id":1,"type":"charge.refunded"}', '{"type":"charge.refunded"}'])(
  'calls %j, signed by Stripe, unreadable',
  (body) => expect(read(body, headerFor(body))).rejects.toMatchObject({ why: 'form' }),
)

describe('it rejects', () => {
  const good = headerFor(BODY)
  const withMark = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(BODY)])
  const broken = Buffer.from(BODY.replace('order-1', 'order-\uFFFD'))
  const brokenOnTheWay = Buffer.from(broken.toString('latin1').replace('\u00EF\u00BF\u00BD', '\u00FF'), 'latin1')

  test.each<[string, string | Uint8Array, string]>([
    ['a replay', BODY, headerFor(BODY, { timestamp: NOW_S - TOLERANCE_S - 1 })],
    [
      'a replay with its time renewed',
      BODY,
      headerFor(BODY, { timestamp: NOW_S - 900 }).replace(/t=\d+/, `t=${NOW_S}`),
    ],
    ['altered bytes', BODY.replace('order-1', 'order-2'), good],
    ['an added space', `${BODY} `, good],
    ['a byte order mark', withMark, good],
    ['bytes that are not UTF-8', brokenOnTheWay, headerFor(broken.toString())],
    ['another secret', BODY, headerFor(BODY, { secret: 'whsec_other' })],
    ['another scheme', BODY, headerFor(BODY, { scheme: 'v0' })],
    ['no time', BODY, good.replace(/t=\d+,/, '')],
    ['no signature', BODY, `t=${NOW_S}`],
    ['an empty signature', BODY, `t=${NOW_S},v1=`],
    ['no header', BODY, ''],
    ['no body', '', headerFor('')],
  ])('%s', async (_what, body, signature) => {
    const error: KlaError = await read(body, signature).then(
      () => Promise.reject(new Error('it was taken')),
      (refusal: KlaError) => refusal,
    )
    expect(error.reason).toBe('SIGNATURE_INVALID')
    expect(JSON.stringify(error.cause ?? '') + String(error.cause)).not.toContain('order-')
  })

  test('any age, if the tolerance were rounded to none', async () => {
    const strict = createStripeProvider({
      secretKey: 'k',
      webhookSecrets: [SECRET],
      apiUrl: 'http://127.0.0.1:9',
      toleranceMs: 1,
    })
    const signature = headerFor(BODY, { timestamp: NOW_S - 2 })
    const reading = strict.readNotification({ body: Buffer.from(BODY), signature, nowMs: NOW_MS })
    await expect(reading).rejects.toMatchObject({ reason: 'SIGNATURE_INVALID' })
  })
})
