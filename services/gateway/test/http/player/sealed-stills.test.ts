import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createLogger } from '@kla/chassis'
import { SEALED_MAX_BYTES } from '@kla/proto/web'
import type { FastifyInstance } from 'fastify'
import { createWorld, PUBLIC_URL, type World } from '../../support/world.js'

let world: World
let app: FastifyInstance
/** The gateway's log. */
let log = ''

beforeAll(async () => {
  world = await createWorld()
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString()
      done()
    },
  })
  app = (await world.gateway({}, { log: createLogger({ service: 'gateway', level: 'trace', destination }) })).http
})
afterAll(() => world.stop())
beforeEach(() => {
  world.evidence.calls.length = 0
  world.evidence.refusal = undefined
  people += 1
  world.auth.person(people)
})

const TOKEN = 'Tq7'.padEnd(43, 'x')
const OCTETS = 'application/octet-stream'
// Each test uploads as a new player.
let people = 100

const upload = (
  payload: Buffer | string | undefined,
  { token = TOKEN, type = OCTETS, ...headers }: Record<string, string> = {},
) =>
  app.inject({
    method: 'PUT',
    url: `/report/evidence/${token}`,
    headers: {
      cookie: `kla=session-${people}`,
      origin: PUBLIC_URL,
      ...(type === '' ? {} : { 'content-type': type }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  })

describe('reports', () => {
  const report = (person: number) =>
    app.inject({
      method: 'POST',
      url: '/report',
      headers: { cookie: `kla=session-${person}`, origin: PUBLIC_URL },
      payload: { reportedId: 2, category: 'recorded_me', incident: 'incident-8-2' },
    })

  test('return where to submit sealed stills, also to a banned player', async () => {
    world.auth.person(8).restrictions = [{ scope: 'global', untilMs: 0, reason: '', banId: 7 }]
    world.moderation.answers.submitReport = {
      reportId: 42,
      evidence: { token: TOKEN, untilMs: Date.UTC(2026, 10, 21, 8, 30), content: 'stills' },
    }
    expect((await report(8)).json()).toEqual({
      success: true,
      evidence: { url: `/report/evidence/${TOKEN}`, until: '2026-11-21T08:30:00.000Z', content: 'stills' },
    })
    world.moderation.answers.submitReport = { reportId: 42 }
    expect((await report(8)).json()).toEqual({ success: true })
  })
})

describe('sealed stills', () => {
  test('are passed on byte for byte', async () => {
    const sealed = Buffer.from([1, 0, 255, 0xd8, 0xff, 34])
    const response = await upload(sealed)
    expect({ status: response.statusCode, body: response.json() }).toEqual({ status: 200, body: { success: true } })
    expect(response.headers['cache-control']).toBe('no-store')
    expect(world.evidence.calls).toEqual([
      { method: 'storeEvidence', request: { token: TOKEN, sealed }, principal: `principal-${people}-adult` },
    ])
  })

  test('are accepted up to their maximum size and refused above it before they are passed on', async () => {
    expect((await upload(Buffer.alloc(SEALED_MAX_BYTES, 7))).statusCode).toBe(200)
    world.evidence.calls.length = 0
    const refused = await upload(Buffer.alloc(SEALED_MAX_BYTES + 8 * 1024, 7))
    expect({ status: refused.statusCode, body: refused.json() }).toMatchObject({
      status: 413,
      body: { code: 'BODY_TOO_LARGE' },
    })
    expect(world.evidence.calls).toEqual([])
  })

  test.each<[string, Buffer | string | undefined, Record<string, string>, number, string]>([
    ['JSON', '{}', { type: 'application/json' }, 400, 'INVALID_FIELD'],
    ['a form', 'a=1', { type: 'application/x-www-form-urlencoded' }, 400, 'INVALID_FIELD'],
    ['nothing', undefined, { type: '' }, 400, 'INVALID_FIELD'],
    ['something of no type', Buffer.from([1]), { type: '' }, 400, 'INVALID_FIELD'],
    ['a token that is none', Buffer.from([1]), { token: 'short' }, 400, 'INVALID_FIELD'],
    ['stills sent by a page of another site', Buffer.from([1]), { origin: 'https://evil.example' }, 403, 'NOT_ALLOWED'],
    [
      'stills sent from another site',
      Buffer.from([1]),
      { 'sec-fetch-site': 'cross-site', origin: 'null' },
      403,
      'NOT_ALLOWED',
    ],
    ['stills without a session', Buffer.from([1]), { cookie: 'kla=none' }, 401, 'NOT_SIGNED_IN'],
  ])('are refused as %s', async (_what, payload, headers, status, code) => {
    const response = await upload(payload, headers)
    expect({ status: response.statusCode, code: response.json().code }).toEqual({ status, code })
    expect(world.evidence.calls).toEqual([])
  })

  test.each([
    ['{}', 'application/json'],
    ['a=1', 'application/x-www-form-urlencoded'],
    [Buffer.from([1]), ''],
    [undefined, OCTETS],
  ])('are refused with the content type that they need: %s as "%s"', async (payload, type) => {
    expect((await upload(payload, { type })).json()).toMatchObject({
      error: `Send the sealed stills as ${OCTETS}.`,
    })
  })

  test.each([
    ['EVIDENCE_PLACE_GONE', 409],
    ['EVIDENCE_INVALID', 400],
    ['BODY_TOO_LARGE', 413],
    ['UNAVAILABLE', 503],
  ] as const)('are refused by evidence with %s', async (reason, status) => {
    world.evidence.refusal = reason
    const response = await upload(Buffer.from([1]))
    expect({ status: response.statusCode, code: response.json().code }).toEqual({ status, code: reason })
  })

  test('of one account are refused unread after ten in a minute', async () => {
    const statuses: number[] = []
    for (let sent = 0; sent < 11; sent += 1) statuses.push((await upload(Buffer.from([1]))).statusCode)
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
  })

  test('leave neither their token nor the incident in the log, even when the service fails', async () => {
    Object.assign(world.evidence.client, {
      storeEvidence: () => Promise.reject(new Error('the database is full')),
    })
    expect((await upload(Buffer.from('from her camera'))).statusCode).toBe(500)
    expect(log).toContain('the database is full')
    for (const own of [TOKEN, 'incident-8-2', 'from her camera']) expect(log).not.toContain(own)
  })
})
