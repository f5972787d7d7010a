import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { GetResultResponse, messageOf, NotCounted } from '@kla/proto'
import type { FastifyInstance } from 'fastify'
import { HANDLED_POINTS } from '../../support/fake-battle-pass.js'
import { createWorld, type World } from '../../support/world.js'

const ENDED_MS = Date.UTC(2026, 10, 21, 8)
const BATTLE = '018f6b1e-7c1a-7000-8000-0000000000b1'
const POINTS = {
  season: 'Autumn',
  gained: 15,
  total: 45,
  next_tier: { tier: 2, points: 60, previous_points: 10 },
}

let world: World
let app: FastifyInstance

beforeAll(async () => {
  world = await createWorld()
  app = (await world.gateway()).http
})
afterAll(() => world.stop())
beforeEach(() => {
  world.engine.down = false
  world.engine.result = undefined
  world.battlePass.refusal = undefined
  world.battlePass.calls.length = 0
  world.battlePass.answers.getBattlePoints = HANDLED_POINTS
})

const won = (change: Partial<GetResultResponse> = {}) => {
  world.engine.result = messageOf(GetResultResponse, {
    battleId: BATTLE,
    mode: 'rush',
    winnerId: 2,
    endedAtMs: ENDED_MS,
    decidedAtMs: Date.now(),
    aliases: [
      { accountId: 1, alias: 501 },
      { accountId: 2, alias: 502 },
    ],
    counted: true,
    notCounted: NotCounted.UNSPECIFIED,
    winCounted: true,
    ownWins: 2,
    opponentWins: 1,
    recorded: true,
    ...change,
  })
}
const ask = async () => {
  const response = await app.inject({
    url: '/user/result?room=r',
    headers: { cookie: world.auth.person(1) && 'kla=session-1' },
  })
  return { status: response.statusCode, ...response.json<{ result: Record<string, unknown> | null }>() }
}

test('a result names the winner by the alias of the battle, with score and points', async () => {
  won()
  expect(await ask()).toEqual({
    status: 200,
    result: {
      battle_id: BATTLE,
      mode: 'rush',
      winner_id: 502,
      ended_at: '2026-11-21T08:00:00.000Z',
      counted: true,
      not_counted: null,
      win_counted: true,
      score: { you: 2, opponent: 1 },
      points: POINTS,
      settled: true,
    },
  })
  expect(world.battlePass.calls).toMatchObject([
    { method: 'getBattlePoints', request: { battleId: BATTLE }, principal: 'principal-1-adult' },
  ])
})

test.each([
  [NotCounted.TOO_SHORT, 'too-short'],
  [NotCounted.INTERRUPTED, 'interrupted'],
  [NotCounted.PAIR_LIMIT, 'pair-limit'],
])('a result says why it does not count: %s', async (notCounted, name) => {
  won({ counted: false, notCounted, winCounted: undefined, winnerId: 0 })
  expect((await ask()).result).toMatchObject({ counted: false, not_counted: name, win_counted: null, winner_id: null })
})

test('there is no result before the first, nor while the engine is away', async () => {
  expect(await ask()).toEqual({ status: 200, result: null })
  world.engine.down = true
  expect((await ask()).status).toBe(503)
})

test('points are pending until commerce has handled the battle, at most a minute', async () => {
  world.battlePass.answers.getBattlePoints = { ...HANDLED_POINTS, handled: false, gained: 0, total: 30 }
  won()
  expect((await ask()).result).toMatchObject({ counted: true, points: null, settled: false })
  won({ counted: false, notCounted: NotCounted.PAIR_LIMIT })
  expect((await ask()).result).toMatchObject({ points: null, settled: false })
  won({ decidedAtMs: Date.now() - 60_001 })
  expect((await ask()).result).toMatchObject({ points: null, settled: true })
  won({ counted: false, notCounted: NotCounted.TOO_SHORT })
  expect((await ask()).result).toMatchObject({ points: { gained: 0, total: 30 }, settled: true })
})

test('a result is shown without points while commerce is away, and without a season', async () => {
  won()
  world.battlePass.refusal = 'UNAVAILABLE'
  expect(await ask()).toMatchObject({ status: 200, result: { counted: true, points: null, settled: false } })
  world.battlePass.refusal = undefined
  world.battlePass.answers.getBattlePoints = { handled: true, gained: 0, total: 0, nextTier: undefined }
  expect((await ask()).result).toMatchObject({ points: null, settled: true })
})

test('a result that is not recorded yet has a score, and its figures later', async () => {
  won({ recorded: false, counted: undefined, winCounted: undefined })
  expect((await ask()).result).toMatchObject({
    winner_id: 502,
    counted: null,
    not_counted: null,
    score: { you: 2, opponent: 1 },
    points: null,
    settled: false,
  })
})

test('after a player left a result tells neither whether it counts nor what it brought, and commerce is not asked', async () => {
  won({ left: true, winnerId: 0, counted: undefined, winCounted: undefined })
  expect((await ask()).result).toMatchObject({
    winner_id: null,
    counted: null,
    not_counted: null,
    win_counted: null,
    points: null,
    settled: true,
  })
  expect(world.battlePass.calls).toEqual([])
})
