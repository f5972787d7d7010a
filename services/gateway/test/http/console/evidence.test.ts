import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { EVIDENCE_PER_REPORT, SEALED_MAX_BYTES } from '@kla/proto/web'
import type { FastifyInstance } from 'fastify'
import { OPENING } from '../../support/fake-evidence.js'
import { createWorld, type World } from '../../support/world.js'

let world: World
let app: FastifyInstance

beforeAll(async () => {
  world = await createWorld()
  app = (await world.gateway()).http
})
afterAll(() => world.stop())

const open = (query = '') =>
  app.inject({ url: `/admin/reports/42/evidence/stills${query}`, headers: { authorization: 'Bearer moderator' } })

test.each([
  ['', false],
  ['?sharp=0', false],
  ['?sharp=1', true],
])('stills are opened with %j, blurred unless asked for sharp, and no cache keeps them', async (query, sharp) => {
  world.evidence.calls.length = 0
  const response = await open(query)
  expect(response.statusCode).toBe(200)
  expect(response.headers['cache-control']).toBe('no-store')
  expect(world.evidence.calls).toMatchObject([{ method: 'openEvidence', request: { reportId: 42, sharp } }])
})

test("stills open for any time on the reporter's clock", async () => {
  const still = { evidenceId: OPENING.id, jpeg: Buffer.from('a still') }
  world.evidence.stills = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER].map((takenAtMs) => ({
    ...still,
    takenAtMs,
  }))
  const { stills } = (await open()).json()
  expect(stills).toMatchObject([{ taken_at: '+275760-09-13T00:00:00.000Z' }, { taken_at: '1970-01-01T00:00:00.000Z' }])
})

test('more stills than a report can have are not collected', async () => {
  const jpeg = Buffer.alloc(SEALED_MAX_BYTES)
  let streamed = 0
  function* endless() {
    for (; ; streamed += 1) yield { evidenceId: OPENING.id, takenAtMs: 1, jpeg }
  }
  world.evidence.stills = endless()
  expect((await open()).json()).toMatchObject({ code: 'INTERNAL' })
  expect(streamed).toBe(EVIDENCE_PER_REPORT)
})

test('an opening that no one has approved is refused', async () => {
  world.evidence.refusal = 'SECOND_PERSON_REQUIRED'
  const response = await open()
  world.evidence.refusal = undefined
  expect(response.json()).toMatchObject({ code: 'SECOND_PERSON_REQUIRED' })
})

describe('the evidence of a second opinion', () => {
  const blind = async (openings: readonly Partial<typeof OPENING>[]) => {
    const describeEvidence = async () => ({ items: [], openings: openings.map((part) => ({ ...OPENING, ...part })) })
    const own = await world.gateway({}, { clients: { evidence: { ...world.evidence.client, describeEvidence } } })
    const headers = { authorization: 'Bearer moderator' }
    const me = (await own.http.inject({ url: '/admin/session', headers })).json().id as number
    const response = await own.http.inject({ url: '/admin/reports/42/evidence/blind', headers })
    return { me, opening: response.json().opening as unknown, text: response.body }
  }

  test('names no one who opened it before, nor why', async () => {
    const { opening, text } = await blind([{ approvedById: 900, approvedBy: 'eve', askedById: 901, askedBy: 'dana' }])
    expect(opening).toBeNull()
    for (const part of ['eve', 'dana', OPENING.reason, '900', '901']) expect(text).not.toContain(part)
    expect((await blind([{ askedById: 901 }])).opening).toMatchObject({ state: 'waiting', own: false })
  })

  test("prefers the caller's own opening in force", async () => {
    const { me } = await blind([])
    const openings = [{ askedById: 901 }, { askedById: me, approvedById: 900 }]
    expect((await blind(openings)).opening).toMatchObject({ state: 'open', own: true })
  })
})
