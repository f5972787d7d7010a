import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { type Reason, REASONS } from '@kla/proto/web'
import type { FastifyInstance } from 'fastify'
import { BAN, REPORT } from '../../support/fake-moderation.js'
import { createWorld, type World } from '../../support/world.js'

/** Changes that were made on an older version. */

let world: World
let app: FastifyInstance
beforeAll(async () => {
  world = await createWorld()
  app = (await world.gateway()).http
})
afterAll(() => world.stop())
afterEach(() => {
  Object.assign(world.moderation, { refusal: undefined, refusedMethod: undefined })
  Object.assign(world.library.gifControl, { refusal: undefined, refusedMethod: undefined })
  world.moderation.answers.changeReports = { changed: 2 }
  world.moderation.answers.liftAllBans = { lifted: 2 }
  world.moderation.answers.findActiveBan = { ban: undefined }
  world.moderation.calls.length = 0
})

type Method = 'POST' | 'PATCH' | 'DELETE' | 'PUT'
const send = async (method: Method, url: string, payload?: object) => {
  const { statusCode, headers, body } = await app.inject({
    method,
    url,
    ...(payload === undefined ? {} : { payload }),
    headers: { authorization: 'Bearer owner' },
  })
  return { statusCode, headers, body: JSON.parse(body) as { error: string; code: string; current?: unknown } }
}
const refusedWith = (reason: Reason, current: unknown) => ({
  statusCode: 409,
  body: { error: REASONS[reason].text, code: reason, current },
})
const now = { version: 3, changed_by: 'mod', changed_at: '2026-11-21T08:30:00.000Z' }

describe('409 contains the current state', () => {
  test.each([
    ['updateReport', 'PATCH', '/admin/reports/42', { status: 'dismissed', version: 2 }, { id: 42, ...now }],
    ['reviewReport', 'POST', '/admin/reports/42/review', { action: 'dismiss', version: 2 }, { id: 42, ...now }],
    ['deleteReport', 'DELETE', '/admin/reports/42?version=2', undefined, { id: 42, ...now }],
    ['updateTicket', 'PATCH', '/admin/support_tickets/3', { resolved: true, version: 2 }, { id: 3, ...now }],
    ['liftBan', 'PATCH', '/admin/bans/7/lift', { liftReason: null, version: 2 }, { id: 7, ...now }],
    ['deleteBan', 'DELETE', '/admin/bans/7?version=2', undefined, { id: 7, ...now }],
  ] as const)('%s', async (refusedMethod, method, url, payload, current) => {
    Object.assign(world.moderation, { refusal: 'CHANGED_MEANWHILE', refusedMethod })
    const answer = await send(method, url, payload)
    expect(answer).toMatchObject(refusedWith('CHANGED_MEANWHILE', current))
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(world.moderation.calls.find((call) => call.method === refusedMethod)?.request).toMatchObject({ version: 2 })
  })

  test.each([
    ['setGifState', 'PATCH', '/admin/gifs/4', { state: 'hidden', version: 2 }],
    ['setGifActs', 'PUT', '/admin/gifs/4/acts', { acts: null, version: 2 }],
    ['deleteGif', 'DELETE', '/admin/gifs/4?version=2', undefined],
  ] as const)('%s', async (refusedMethod, method, url, payload) => {
    Object.assign(world.library.gifControl, { refusal: 'CHANGED_MEANWHILE', refusedMethod })
    expect(await send(method, url, payload)).toMatchObject(refusedWith('CHANGED_MEANWHILE', { id: 4, ...now }))
  })

  test('of all reports of a bulk change that have changed', async () => {
    world.moderation.answers.changeReports = { changed: 0, changedMeanwhile: { reports: [REPORT] } }
    const answer = await send('POST', '/admin/reports/bulk', {
      ids: [42, 43],
      op: 'status',
      status: 'reviewed',
      versions: { 42: 2, 43: 1 },
    })
    expect(answer).toMatchObject(refusedWith('CHANGED_MEANWHILE', [{ id: 42, ...now }]))
    const seen = {
      versions: [
        { id: 42, version: 2 },
        { id: 43, version: 1 },
      ],
    }
    expect(world.moderation.calls.at(-1)?.request).toMatchObject({ seen })
  })

  test('of all current bans when others were seen', async () => {
    world.moderation.answers.liftAllBans = { lifted: 0, changedMeanwhile: { bans: [BAN] } }
    const answer = await send('POST', '/admin/bans/2/lift-all', { scope: null, liftReason: null, versions: {} })
    expect(answer).toMatchObject(refusedWith('CHANGED_MEANWHILE', [{ id: 7, ...now }]))
    expect(world.moderation.calls.at(-1)?.request).toMatchObject({ seen: { versions: [] } })
  })

  test('of the ban that another moderator set first', async () => {
    Object.assign(world.moderation, { refusal: 'ALREADY_BANNED', refusedMethod: 'createBan' })
    world.moderation.answers.findActiveBan = { ban: BAN }
    const answer = await send('POST', '/admin/bans', { userId: 2, reason: 'r', expected: null })
    expect(answer).toMatchObject(refusedWith('ALREADY_BANNED', { id: 7, banned_by: 'mod', expires_at: null, ...now }))
    expect(world.moderation.calls[0]?.request).toMatchObject({ expected: { id: 0, version: 0, then: '' } })
  })

  test('of the ban in force, also when the account was named by an alias', async () => {
    world.auth.aliases.set(300_300_300, 2)
    Object.assign(world.moderation, { refusal: 'ALREADY_BANNED', refusedMethod: 'createBan' })
    world.moderation.answers.findActiveBan = { ban: BAN }
    const answer = await send('POST', '/admin/bans', { userId: 300_300_300, reason: 'r', expected: null })
    expect(answer).toMatchObject(refusedWith('ALREADY_BANNED', { id: 7, ...now }))
    const asked = world.moderation.calls.find(({ method }) => method === 'findActiveBan')
    expect(asked?.request).toMatchObject({ userId: 2 })
  })
})

test('a change without a version is sent without one, and other refusals have no current state', async () => {
  Object.assign(world.moderation, { refusal: 'REPORT_NOT_FOUND', refusedMethod: 'reviewReport' })
  const { body } = await send('POST', '/admin/reports/42/review', { action: 'dismiss' })
  expect(body).toEqual({ error: REASONS.REPORT_NOT_FOUND.text, code: 'REPORT_NOT_FOUND' })
  expect(world.moderation.calls.at(-1)?.request).toMatchObject({ version: undefined })
})

test.each([
  ['/admin/reports/42', { version: 0 }],
  ['/admin/reports/42', { version: '2' }],
  ['/admin/support_tickets/3', { version: 1.5 }],
])('PATCH %s rejects %p', async (url, payload) => {
  expect(await send('PATCH', url, payload)).toMatchObject({ statusCode: 400, body: { code: 'INVALID_FIELD' } })
})
