import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { FastifyInstance } from 'fastify'
import { keyOf } from '../../support/fake-auth.js'
import { createWorld, type World } from '../../support/world.js'

let world: World
let app: FastifyInstance

beforeAll(async () => {
  world = await createWorld()
  app = (await world.gateway({ accountLimitPerMinute: 2 })).http
  world.auth.person(2)
  world.auth.person(3)
})
afterAll(() => world.stop())
beforeEach(() => {
  world.meetings.refusal = undefined
})

const meet = (person: number) =>
  app.inject({ url: '/user/met', headers: { cookie: world.auth.person(person) && `kla=session-${person}` } })

test('players met are shown as they were then, with the incident and whether they are blocked', async () => {
  const response = await meet(1)
  expect(response.json()).toEqual({
    met: [
      {
        id: 2,
        username: 'player2',
        avatar: `/api/avatars/${keyOf(2)}`,
        mode: 'rush',
        last_at: '2026-11-21T08:30:00.000Z',
        incident: 'incident-2',
        blocked: true,
      },
      {
        id: 3,
        username: 'carol',
        avatar: `/api/avatars/${keyOf(3)}`,
        mode: 'stamina',
        last_at: '2026-11-21T08:29:59.000Z',
        incident: 'incident-3',
        blocked: false,
      },
      {
        id: 999,
        username: '',
        avatar: '',
        mode: 'rush',
        last_at: '2026-11-21T08:29:58.000Z',
        incident: 'incident-999',
        blocked: true,
      },
    ],
  })
  expect(response.headers['cache-control']).toBe('no-store')
  expect(world.meetings.calls).toMatchObject([{ method: 'listMet', principal: 'principal-1-adult' }])
})

test('players met are listed for a banned player too, and not while rooms is away', async () => {
  world.auth.person(8).restrictions = [{ scope: 'global', untilMs: 0, reason: '', banId: 7 }]
  expect((await meet(8)).statusCode).toBe(200)
  world.meetings.refusal = 'UNAVAILABLE'
  expect((await meet(8)).statusCode).toBe(503)
})

test("players met are listed up to the account's limit", async () => {
  const answers = [await meet(9), await meet(9), await meet(9)].map(({ statusCode }) => statusCode)
  expect(answers).toEqual([200, 200, 429])
})
