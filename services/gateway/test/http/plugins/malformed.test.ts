import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { refusedField } from '@kla/proto/web'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Service } from '../../../src/index.js'
import { createWorld, type World } from '../../support/world.js'

let world: World
let gateway: Service
let app: FastifyInstance

beforeAll(async () => {
  world = await createWorld()
  gateway = await world.gateway()
  app = gateway.http
  world.auth.person(1)
})
afterAll(() => world.stop())
beforeEach(() => {
  world.moderation.calls.length = 0
  world.auth.administrators.calls.length = 0
  world.library.gifControl.calls.length = 0
})

const carried = { cookie: 'kla=session-1', authorization: 'Bearer owner+child-safety' }
type Method = NonNullable<InjectOptions['method']>
const ask = (method: Method, url: string, payload?: InjectOptions['payload'], headers = {}) =>
  app.inject({ method, url, headers: { ...carried, ...headers }, ...(payload === undefined ? {} : { payload }) })

const calls = () => [...world.moderation.calls, ...world.auth.administrators.calls, ...world.library.gifControl.calls]

async function expectRefused(response: Awaited<ReturnType<typeof ask>>, status: number, code: string) {
  expect({ status: response.statusCode, body: response.json() }).toEqual({
    status,
    body: { error: expect.stringMatching(/^[A-Z].*\.$/), code },
  })
  expect(calls()).toEqual([])
}

const DIAGNOSTICS = { route: null, seconds: { excellent: 1, good: 0, fair: 0, poor: 0, lost: 0 }, steps: [] }
const MEGABYTE = 'x'.repeat(1024 * 1024)
const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

describe('query strings', () => {
  test.each([
    // Ids.
    ['/admin/reports/0', 'zero'],
    ['/admin/reports/-1', 'less'],
    ['/admin/reports/7.5', 'a fraction'],
    ['/admin/reports/7e3', 'an exponent'],
    ['/admin/reports/0x10', 'hexadecimal'],
    ['/admin/reports/%20', 'a blank'],
    ['/admin/reports/seven', 'a word'],
    ['/admin/reports/9999999999999999', 'more than a number holds'],
    ['/admin/reports/1%00', 'a zero character'],
    ["/admin/reports/1'--", 'a quote'],
    ['/admin/reports/%D9%A1', 'the digit of another script'],
    ['/admin/subjects/NaN', 'no number'],
    ['/admin/bans/null/active', 'null'],
    ['/admin/reports?reporter_id=abc', 'a word'],
    ['/admin/reports?reported_id=-7', 'less'],
    ['/admin/bans?userId=1%20OR%201=1', 'more than an id'],
    ['/admin/holds/report', 'a slug there is not'],
    // Pages.
    ['/admin/reports?page=0', 'page zero'],
    ['/admin/reports?page=-1', 'a page before the first'],
    ['/admin/reports?page=1.5', 'half a page'],
    ['/admin/reports?page=99999999999', 'a page beyond all'],
    ['/admin/reports?pageSize=26', 'a size that is not offered'],
    ['/admin/reports?pageSize=201', 'a size above the largest'],
    ['/admin/reports?pageSize=all', 'a word'],
    ['/admin/bans?limit=0', 'nothing'],
    ['/admin/bans?limit=1000000', 'a million'],
    ['/admin/bans?offset=-50', 'before the first'],
    ['/admin/support_tickets?pageSize=-25', 'less'],
    ['/admin/membersandguilddata?pageSize=1001', 'a size above the largest'],
    ['/admin/gifs?pageSize=201', 'a size above the largest'],
    ['/gifs/find-broken?limit=0', 'no address'],
    ['/gifs/find-broken?limit=501', 'more than at once'],
    ['/gifs/find-broken?offset=-1', 'before the first'],
    ['/admin/audit?limit=7', 'a size that is not offered'],
    ['/admin/audit?before=-3', 'before all'],
    ['/admin/audit/verify?from=first', 'a word'],
    // Lists.
    ['/admin/reports?sort=reason', 'a sort that is not offered'],
    ['/admin/reports?sort=newest;drop', 'more than a sort'],
    ['/admin/reports?sort=NEWEST', 'capitals'],
    ['/admin/reports?status=open', 'a status there is not'],
    ['/admin/reports?status=pending&status=reviewed', 'two'],
    ['/admin/reports?category=*', 'a wildcard'],
    ['/admin/bans?scope=everything', 'a scope there is not'],
    ['/admin/bans?active=2', 'neither'],
    ['/admin/bans/2/active?scope=shop', 'a scope there is not'],
    ['/admin/support_tickets?resolved=yes', 'neither'],
    ['/admin/support_tickets?category=technical', 'a category there is not'],
    ['/admin/gifs?state=deleted', 'a state there is not'],
    ['/gifs/fetch', 'nothing to fetch by'],
    // Dates.
    ['/admin/audit?from=yesterday', 'a word'],
    ['/admin/audit?from=2026-02-30T00:00:00Z', 'a day there is not'],
    ['/admin/audit?from=2026-13-01T00:00:00Z', 'a month there is not'],
    ['/admin/audit?to=2026-11-21', 'a date alone'],
    ['/admin/audit?to=1763712000000', 'milliseconds'],
    ['/admin/audit?to=%2B010000-01-01T00:00:00Z', 'a year beyond'],
    // Texts.
    [`/admin/reports?q=${'x'.repeat(201)}`, 'too long a text'],
    [`/admin/reports?q=${MEGABYTE}`, 'a megabyte'],
    ['/admin/reports?q=a&q=b', 'two texts'],
    ['/admin/reports?q[$ne]=a&q=b&q=c', 'several'],
    ['/admin/audit?action=bans.create%27', 'a quote where there is none'],
    ['/gifs/fetch?text=%00', 'a zero character'],
    [`/gifs/fetch?text=${'x'.repeat(101)}`, 'too long a text'],
    ['/user/bans?%00=1', 'a zero character in a name'],
  ])('%.60s are refused: %s', async (url) => {
    const status = url === '/admin/holds/report' ? 404 : 400
    await expectRefused(await ask('GET', url), status, status === 404 ? 'NOT_FOUND' : 'INVALID_FIELD')
  })

  test.each([
    ["'; DROP TABLE reports; --", 'quotes'],
    ['100%_\\*?[a]', 'wildcards'],
    ['"a" OR b:*', 'operators'],
    ['ẞ漢字👩‍👩‍👧‍👧 \u202e\u0301', 'unicode'],
    ['\u0001\u001f\u007f\n\t', 'control characters'],
    ['x'.repeat(200), 'all that is allowed'],
    ['null', 'a word of JSON'],
    ['<script>alert(1)</script>', 'markup'],
  ])('may search for %j: %s', async (q) => {
    for (const path of ['/admin/reports', '/admin/support_tickets', '/admin/membersandguilddata']) {
      expect((await ask('GET', `${path}?q=${encodeURIComponent(q)}`)).statusCode).toBe(200)
    }
    const asked = calls().filter(({ method }) => method !== 'listTopGuilds')
    expect(asked.map(({ request }) => (request as { q: string }).q)).toEqual([q, q, q])
  })

  test.each(['/admin/reports', '/admin/support_tickets', '/admin/membersandguilddata'])(
    'lose zero characters: %s',
    async (path) => {
      expect((await ask('GET', `${path}?q=a%00b`)).statusCode).toBe(200)
      expect(calls()).toContainEqual(expect.objectContaining({ request: expect.objectContaining({ q: 'ab' }) }))
    },
  )

  test('may leave filters empty', async () => {
    const empty = 'q=&status=&category=&reporter_id=&reported_id=&page=&pageSize=&sort='
    expect((await ask('GET', `/admin/reports/?${empty}`)).statusCode).toBe(200)
    expect(calls()).toMatchObject([
      { request: { q: '', status: '', category: '', reporterId: 0, reportedId: 0, page: 1, pageSize: 50, sort: '' } },
    ])
  })

  test('that cannot be decoded are refused', async () => {
    await expectRefused(await ask('GET', '/admin/reports/%ff'), 400, 'INVALID_FIELD')
    await expectRefused(await ask('GET', `/admin/reports/${MEGABYTE}`), 400, 'INVALID_FIELD')
  })

  test('larger than the header limit are refused before parsing', async () => {
    const socket = connect(gateway.ports.http, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    const answer = text(socket)
    socket.write(`GET /admin/reports?q=${MEGABYTE} HTTP/1.1\r\nHost: kla.example\r\n\r\n`)
    const [head = '', body = ''] = (await answer).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1.1 431 /)
    expect(JSON.parse(body)).toEqual({ error: "That's too large to send.", code: 'BODY_TOO_LARGE' })
    expect(calls()).toEqual([])
  })
})

describe('creating a ban', () => {
  const ban = { userId: 2, reason: 'r', scope: 'global', durationMs: null, notes: null }
  test.each<[string, object]>([
    ['no person', { userId: undefined }],
    ['a text for an id', { userId: '2' }],
    ['half a person', { userId: 2.5 }],
    ['no account', { userId: 0 }],
    ['an id beyond all', { userId: 2 ** 53 }],
    ['a scope there is not', { scope: 'shop' }],
    ['no time at all', { durationMs: 0 }],
    ['time that runs back', { durationMs: -1 }],
    ['half a millisecond', { durationMs: 0.5 }],
    ['a text for a duration', { durationMs: '1h' }],
    ['more than ten years', { durationMs: 3651 * 86_400_000 }],
    ['too long a reason', { reason: 'x'.repeat(1001) }],
    ['too long notes', { notes: 'x'.repeat(10_001) }],
  ])('is refused with %s', async (_what, more) => {
    await expectRefused(await ask('POST', '/admin/bans', { ...ban, ...more }), 400, 'INVALID_FIELD')
  })

  test('leaves out what cannot be stored', async () => {
    expect((await ask('POST', '/admin/bans', { ...ban, reason: 'a\0b', notes: 'half \ud800' })).statusCode).toBe(200)
    expect(calls()).toMatchObject([{ request: { reason: 'ab', notes: 'half' } }])
  })

  test.each<[string, unknown]>([
    ['no JSON', 'see the clip'],
    ['half of JSON', '{"a":'],
    ['JSON with a tail', '{} {}'],
    ['a zero character, written out', '"\\u0000"'],
    ['half of a character, written out', '["\\ud800"]'],
    ['a zero character in a name', '{"\\u0000":1}'],
    ['too deep a text', deep(1000)],
    ['far too deep a text', deep(30_000)],
  ])('is refused with evidence that is %s', async (_what, evidenceJson) => {
    await expectRefused(await ask('POST', '/admin/bans', { ...ban, evidenceJson }), 400, 'EVIDENCE_INVALID')
  })

  test.each<[unknown, string]>([
    [undefined, ''],
    [null, ''],
    ['  ', ''],
    ['{"b": [1, "ä👩"], "a": null}', '{"b":[1,"ä👩"],"a":null}'],
    [{ clip: 1 }, '{"clip":1}'],
    [[], '[]'],
    ['"a text"', '"a text"'],
    ['0', '0'],
    [deep(60), deep(60)],
  ])('accepts evidence %j', async (evidenceJson, kept) => {
    expect((await ask('POST', '/admin/bans', { ...ban, evidenceJson })).statusCode).toBe(200)
    expect(calls()).toMatchObject([{ request: { evidenceJson: kept } }])
  })

  test('is refused unread when too large', async () => {
    await expectRefused(await ask('POST', '/admin/bans', { ...ban, notes: MEGABYTE }), 413, 'BODY_TOO_LARGE')
  })

  test('accepts the largest body', async () => {
    const largest = {
      reason: '漢'.repeat(1000),
      notes: '"'.repeat(10_000),
      evidenceJson: '['.concat('"漢",'.repeat(5000), '1]'),
    }
    expect((await ask('POST', '/admin/bans', { ...ban, ...largest })).statusCode).toBe(200)
  })
})

describe('request bodies', () => {
  const json = { 'content-type': 'application/json' }
  test.each<[Method, string, InjectOptions['payload'], object]>([
    ['POST', '/admin/bans', '{', json],
    ['POST', '/admin/bans', '', json],
    ['POST', '/admin/bans', '[]', json],
    ['POST', '/admin/bans', 'null', json],
    ['POST', '/admin/bans', '{"__proto__":{"a":1}}', json],
    ['POST', '/admin/bans', 'userId=2', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['POST', '/admin/bans', '{"userId":2}', { 'content-type': 'text/plain' }],
    ['PATCH', '/admin/bans/7/lift', { liftReason: 5 }, {}],
    ['PATCH', '/admin/bans/x/lift', {}, {}],
    ['POST', '/admin/bans/2/lift-all', { scope: '' }, {}],
    ['PATCH', '/admin/reports/42', { status: 'done' }, {}],
    ['PATCH', '/admin/reports/42', { category: 'minor' }, {}],
    ['PATCH', '/admin/reports/42', { notes: 'x'.repeat(10_001) }, {}],
    ['POST', '/admin/reports/42/review', { action: 'reviewed' }, {}],
    ['POST', '/admin/reports/42/review', {}, {}],
    ['POST', '/admin/reports/bulk', { ids: [], op: 'delete' }, {}],
    ['POST', '/admin/reports/bulk', { ids: ['1'], op: 'delete' }, {}],
    ['POST', '/admin/reports/bulk', { ids: [1.5], op: 'delete' }, {}],
    ['POST', '/admin/reports/bulk', { ids: Array.from({ length: 201 }, (_, index) => index + 1), op: 'delete' }, {}],
    ['POST', '/admin/reports/bulk', { ids: [1], op: 'status' }, {}],
    ['POST', '/admin/reports/bulk', { ids: [1], op: 'status', status: 'gone' }, {}],
    ['POST', '/admin/reports/bulk', { ids: [1], op: 'undelete' }, {}],
    ['PATCH', '/admin/support_tickets/3', { message: '' }, {}],
    ['PATCH', '/admin/support_tickets/3', { resolved: 2 }, {}],
    ['PATCH', '/admin/support_tickets/3', { answer: 'x'.repeat(5001) }, {}],
    ['PATCH', '/admin/support_tickets/3', { priority: 'Extreme' }, {}],
    ['PUT', '/admin/holds', { kind: 'ticket', id: 1, reason: 'r' }, {}],
    ['PUT', '/admin/holds', { kind: 'ban', id: 1, reason: '  ' }, {}],
    ['DELETE', '/admin/holds/ticket/1', undefined, {}],
    ['DELETE', '/admin/holds/ban/one', undefined, {}],
    ['POST', '/admin/gifs/bulk', { urls: [], visible: 1 }, {}],
    ['POST', '/admin/gifs/bulk', { urls: Array.from({ length: 501 }, () => 'https://a.example'), visible: 1 }, {}],
    ['POST', '/admin/gifs/bulk', { urls: [`https://a.example/${'x'.repeat(2048)}`], visible: 1 }, {}],
    ['PATCH', '/admin/gifs/4', { state: 'draft' }, {}],
    ['PATCH', '/admin/gifs/bulk', { ids: [], op: 'delete' }, {}],
    ['PATCH', '/admin/gifs/bulk', { ids: [4], op: 'state', state: 'blocked' }, {}],
    ['PATCH', '/admin/gifs/bulk', { ids: [4], op: 'state' }, {}],
    ['PATCH', '/admin/gifs/bulk', { ids: [4], op: 'acts' }, {}],
    ['POST', '/gifs/scan-and-delete', { limit: 501 }, {}],
    ['POST', '/gifs/scan-and-delete?offset=-1', undefined, {}],
    ['POST', '/admin/administrators', { name: 'n', password: 'p', role: 'god' }, {}],
    ['PATCH', '/admin/administrators/5', { reset_totp: false }, {}],
    ['POST', '/admin/totp/confirm', { code: 123456 }, {}],
    ['POST', '/report', { reportedId: 'x', category: 'abuse', reason: 'r' }, {}],
    ['POST', '/report', { reportedId: 0, category: 'abuse', reason: 'r' }, {}],
    ['POST', '/report', { reportedId: 2, category: 'rude', reason: 'r' }, {}],
    ['POST', '/report', { reportedId: 2, category: 'abuse', reason: 'x'.repeat(2001) }, {}],
    ['POST', '/report', { reportedId: 2, category: 'abuse', reason: 'r', incident: 'x'.repeat(4097) }, {}],
    ['POST', '/report', { reportedId: 2, category: 'abuse', reason: 'r', incident: 7 }, {}],
    ['PUT', '/user/limits', { limits: [{ act: 'sailing', limit: 'no' }] }, {}],
    ['PUT', '/user/limits', { limits: [{ act: 'feet', limit: 'maybe' }] }, {}],
    ['PUT', '/user/limits', {}, {}],
    ['PUT', '/admin/gifs/4/acts', { acts: ['sailing'] }, {}],
    ['PUT', '/admin/gifs/4/acts', {}, {}],
    ['POST', '/admin/gifs/bulk', { urls: ['https://a.example'], visible: 1, acts: ['sailing'] }, {}],
    ['POST', '/admin/reports/42/evidence/openings', { reason: '' }, {}],
    ['POST', '/admin/reports/42/evidence/openings', { reason: 'x'.repeat(501) }, {}],
    [
      'POST',
      '/user/support_ticket',
      { subject: 's', message: 'm', diagnostics: { ...DIAGNOSTICS, address: '192.0.2.1' } },
      {},
    ],
    [
      'POST',
      '/user/support_ticket',
      { subject: 's', message: 'm', diagnostics: { ...DIAGNOSTICS, steps: [{ at: 1, relay: 'a' }] } },
      {},
    ],
    ['POST', '/user/support_ticket', { subject: 's', message: 'm', category: 'technical' }, {}],
    ['POST', '/user/support_ticket', { subject: 's', message: 'm', related_room_id: 'x'.repeat(65) }, {}],
  ])('%s %s %.60j is refused', async (method, url, payload, headers) => {
    await expectRefused(await ask(method, url, payload, headers), 400, 'INVALID_FIELD')
  })

  test.each(['state', 'acts'])('%s is named when a change of many GIFs lacks it', async (op) => {
    const { error } = (await ask('PATCH', '/admin/gifs/bulk', { ids: [4], op })).json()
    expect(error).toBe(refusedField(op).text)
  })

  test.each<[Method, string, object]>([
    ['POST', '/report', { reportedId: 2, category: 'abuse', reason: MEGABYTE }],
    ['POST', '/user/support_ticket', { subject: 's', message: MEGABYTE }],
    ['PATCH', '/admin/reports/42', { notes: MEGABYTE }],
  ])('%s %s of a megabyte is refused', async (method, url, payload) => {
    await expectRefused(await ask(method, url, payload), 413, 'BODY_TOO_LARGE')
  })

  test('of zero bytes count as absent for every content type', async () => {
    for (const url of ['/admin/bans/7', '/admin/reports/42', '/admin/gifs/4', '/admin/holds/ban/7']) {
      expect((await ask('DELETE', url, undefined, json)).statusCode).toBe(200)
    }
    expect((await ask('PATCH', '/admin/bans/7/lift', undefined, json)).statusCode).toBe(200)
    expect((await ask('POST', '/admin/bans/2/lift-all', undefined, json)).statusCode).toBe(200)
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'nonsense']) {
      const none = { 'content-type': type, 'content-length': '0' }
      expect((await ask('POST', '/gifs/scan-and-delete?limit=5', undefined, none)).statusCode).toBe(200)
    }
  })
})
