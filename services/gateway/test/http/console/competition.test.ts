import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { Item } from '@kla/proto'
import { CHARACTER_UNITS_MAX, CUP_NAME_MAX } from '@kla/proto/web'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { keyOf } from '../../support/fake-auth.js'
import { SEASON_ID } from '../../support/fake-battle-pass.js'
import { CUP_ID, TIE_ROOM } from '../../support/fake-cups.js'
import { createWorld, PUBLIC_URL, type World } from '../../support/world.js'

let world: World
let app: FastifyInstance

beforeAll(async () => {
  world = await createWorld()
  app = (await world.gateway()).http
  for (const id of [1, 2]) world.auth.person(id)
})
afterAll(() => world.stop())
beforeEach(() => {
  for (const fake of [world.standings, world.cups, world.battlePass]) {
    fake.calls.length = 0
    fake.refusal = undefined
  }
})

const AT = '2026-11-21T08:30:00.000Z'
const UUID = '018f6b1e-7c1a-7000-8000-00000000c0de'
type Method = NonNullable<InjectOptions['method']>
const ask = (method: Method, url: string, payload?: object) =>
  app.inject({
    method,
    url,
    headers: { authorization: 'Bearer owner' },
    ...(payload === undefined ? {} : { payload }),
  })
const calls = () => [...world.standings.calls, ...world.cups.calls, ...world.battlePass.calls]

const correction = {
  id: UUID,
  user_id: 2,
  user_name: 'player2',
  season: '2026-Q4',
  games_won: -1,
  games_played: 0,
  reason: 'Lost by cheating.',
  made_by: 'mod',
  made_at: AT,
  reverses: null,
  reversed_by: null,
}
const correcting = { id: UUID, userId: 2, season: '2026-Q4', gamesWon: -1, gamesPlayed: 0, reason: 'r' }
const season = {
  id: SEASON_ID,
  name: 'Autumn',
  points_played: 10,
  points_won: 5,
  starts_at: AT,
  ends_at: '2026-11-21T08:30:01.000Z',
  tiers: [{ tier: 1, points: 10, free_reward: { item: 'gif_saves', units: 2 }, pass_reward: null }],
  published: true,
  version: 3,
}
const cup = { name: 'Night Cup', mode: 'rush', category: 'gay', capacity: 4, starts_at: '2026-12-01T21:00:00+01:00' }
const startsAtMs = Date.UTC(2026, 11, 1, 20)
const { name, mode, category, capacity } = cup
const changed = { id: CUP_ID, you: null, champion: { id: 1, username: 'player1' }, state: 'finished' }
const edit = {
  name: 'Winter',
  starts_at: '2026-12-01T00:00:00Z',
  ends_at: '2027-01-01T00:00:00Z',
  version: 0,
  points_played: 10,
  points_won: 5,
  tiers: [
    { tier: 1, points: 10, free_reward: null, pass_reward: { item: 'wild_cards', units: 3 } },
    { tier: 2, points: 20, free_reward: { item: 'battle_passes', units: 1 }, pass_reward: null },
  ],
}

/** Requests, the calls they make, and the responses. */
const table: [Method, string, object | undefined, string, object, object][] = [
  [
    'GET',
    '/admin/leaderboard?season=&mode=&userId=&page=&pageSize=',
    undefined,
    'listStandings',
    { season: 'all', order: 'played', page: 1, pageSize: 50, accountId: 0 },
    {
      season: 'all',
      seasons: ['2026-Q4'],
      total: 41,
      results: [
        { id: 2, username: 'player2', avatar: `/api/avatars/${keyOf(2)}`, games_won: 7, games_played: 8, rank: 1 },
      ],
    },
  ],
  [
    'GET',
    '/admin/leaderboard?season=2026-Q4&mode=wins&userId=2&page=3&pageSize=25',
    undefined,
    'listStandings',
    { season: '2026-Q4', order: 'wins', page: 3, pageSize: 25, accountId: 2 },
    { season: '2026-Q4' },
  ],
  [
    'GET',
    '/admin/leaderboard/corrections?userId=2',
    undefined,
    'listCorrections',
    { accountId: 2, page: 1, pageSize: 50 },
    { results: [{ ...correction, reversed_by: 'r' }], total: 3 },
  ],
  [
    'POST',
    '/admin/leaderboard/corrections',
    { ...correcting, reason: ' Lost by cheating. ' },
    'correctStanding',
    { correctionId: UUID, accountId: 2, season: '2026-Q4', gamesWon: -1, gamesPlayed: 0, reason: 'Lost by cheating.' },
    correction,
  ],
  [
    'POST',
    `/admin/leaderboard/corrections/${UUID}/reverse`,
    { reason: 'A mistake.' },
    'reverseCorrection',
    { correctionId: UUID, reason: 'A mistake.' },
    { ...correction, id: 'r', reverses: UUID },
  ],
  [
    'GET',
    '/admin/cups?page=2&pageSize=25',
    undefined,
    'listAllCups',
    { page: 2, pageSize: 25 },
    { results: [{ id: CUP_ID, entered: 2, state: 'check-in', champion: null }], total: 41 },
  ],
  ['GET', '/admin/cups/c', undefined, 'getCup', { cupId: 'c' }, changed],
  [
    'POST',
    '/admin/cups',
    { id: UUID, ...cup },
    'createCup',
    { cupId: UUID, name, mode, category, capacity, startsAtMs },
    changed,
  ],
  [
    'PATCH',
    '/admin/cups/c',
    { starts_at: cup.starts_at, capacity: 8 },
    'updateCup',
    { cupId: 'c', name: undefined, mode: undefined, category: undefined, capacity: 8, startsAtMs },
    changed,
  ],
  [
    'PATCH',
    '/admin/cups/c',
    { name },
    'updateCup',
    { cupId: 'c', name, mode: undefined, category: undefined, capacity: undefined, startsAtMs: undefined },
    changed,
  ],
  ['POST', '/admin/cups/c/start', undefined, 'startCup', { cupId: 'c' }, changed],
  ['POST', '/admin/cups/c/cancel', { reason: ' Rain. ' }, 'cancelCup', { cupId: 'c', reason: 'Rain.' }, changed],
  [
    'POST',
    '/admin/cups/c/entries',
    { userId: 2 },
    'setEntry',
    { cupId: 'c', accountId: 2, username: 'player2', avatar: '', entered: true },
    changed,
  ],
  [
    'POST',
    '/admin/cups/c/entries',
    { userId: 2, removed: { seed: 3, checked_in: true } },
    'setEntry',
    {
      ...{ cupId: 'c', accountId: 2, username: 'player2', avatar: '', entered: true },
      removed: { seed: 3, checkedIn: true },
    },
    changed,
  ],
  [
    'DELETE',
    '/admin/cups/c/entries/999',
    undefined,
    'setEntry',
    { cupId: 'c', accountId: 999, username: '', avatar: '', entered: false },
    changed,
  ],
  ['PUT', '/admin/cups/c/seeds', { order: [2, 1] }, 'seedCup', { cupId: 'c', accountIds: [2, 1] }, changed],
  ['GET', '/admin/ties', undefined, 'listTies', { filter: 'all', page: 1, pageSize: 50 }, { total: 2 }],
  [
    'GET',
    '/admin/ties?filter=disputed&page=2&pageSize=100',
    undefined,
    'listTies',
    { filter: 'disputed', page: 2, pageSize: 100 },
    {
      results: [
        {
          cup_id: CUP_ID,
          cup_name: 'Night Cup',
          mode: 'rush',
          category: 'default',
          watchers: 1,
          tie: { id: '1-1', state: 'playing' },
          player_a: { id: 1, seed: 1 },
          player_b: { id: 2, seed: 2 },
          spectators_allowed: true,
          spectator_url: `${PUBLIC_URL}/watch?room=${TIE_ROOM}`,
          apart: false,
          safety_exit_by: null,
        },
        {
          version: 5,
          tie: { state: 'decided', how: 'walk-over' },
          spectators_allowed: false,
          spectator_url: null,
          apart: true,
          safety_exit_by: 2,
        },
      ],
    },
  ],
  [
    'POST',
    '/admin/cups/c/ties/1-1/verdict',
    { winnerId: 2, reason: ' Seen. ', version: 5 },
    'judgeTie',
    { cupId: 'c', tieId: '1-1', winnerId: 2, reason: 'Seen.', version: 5 },
    changed,
  ],
  [
    'POST',
    '/admin/cups/c/ties/1-1/verdict',
    { winnerId: null, reason: 'Both cheated.' },
    'judgeTie',
    { cupId: 'c', tieId: '1-1', winnerId: 0, reason: 'Both cheated.', version: 0 },
    changed,
  ],
  [
    'POST',
    '/admin/cups/c/ties/1-1/watch',
    undefined,
    'issueWatchPass',
    { cupId: 'c', tieId: '1-1' },
    { url: `${PUBLIC_URL}/watch?room=${TIE_ROOM}#pass=p%2B%2F%3D`, expires_at: AT },
  ],
  ['GET', '/admin/pass/seasons', undefined, 'listSeasons', {}, { seasons: [season] }],
  [
    'PUT',
    `/admin/pass/seasons/${UUID}`,
    edit,
    'putSeason',
    {
      season: {
        id: UUID,
        name: 'Winter',
        pointsPlayed: 10,
        pointsWon: 5,
        published: false,
        version: 0,
        startsAtMs: Date.UTC(2026, 11, 1),
        endsAtMs: Date.UTC(2027, 0, 1),
        tiers: [
          { tier: 1, points: 10, freeReward: undefined, passReward: { item: Item.WILD_CARDS, units: 3 } },
          { tier: 2, points: 20, freeReward: { item: Item.BATTLE_PASSES, units: 1 }, passReward: undefined },
        ],
      },
    },
    season,
  ],
  ['POST', `/admin/pass/seasons/${UUID}/publish`, undefined, 'publishSeason', { seasonId: UUID }, season],
  ['DELETE', `/admin/pass/seasons/${UUID}`, undefined, 'deleteSeason', { seasonId: UUID }, { success: true }],
]

async function expectInvalid(method: Method, url: string, payload?: object): Promise<void> {
  const response = await ask(method, url, payload)
  expect([response.statusCode, response.json().code]).toEqual([400, 'INVALID_FIELD'])
  expect(calls()).toEqual([])
}

describe('console routes for competitions', () => {
  test.each(table)('%s %s (%j) makes the matching call', async (method, url, payload, rpc, request, answer) => {
    const response = await ask(method, url, payload)
    expect({ status: response.statusCode, body: response.json() }).toMatchObject({ status: 200, body: answer })
    expect(calls()).toEqual([{ method: rpc, request, principal: rpc === 'getCup' ? undefined : 'administrator-owner' }])
  })

  test.each<[Method, string, object]>([['POST', '/admin/cups/c/entries', { userId: 999 }]])(
    '%s %s rejects an unknown account',
    async (method, url, payload) => {
      const response = await ask(method, url, payload)
      expect([response.statusCode, response.json().code]).toEqual([404, 'NO_SUCH_ACCOUNT'])
      expect(calls()).toEqual([])
    },
  )

  test.each([
    [200, 1, undefined],
    [404, 0, 'NO_SUCH_ACCOUNT'],
  ])('answer %i to a correction of a deleted account with %i standings', async (status, total, code) => {
    const listStandings = async () => ({ standings: [], total, seasons: [] })
    const { http } = await world.gateway({}, { clients: { standings: { ...world.standings.client, listStandings } } })
    const response = await http.inject({
      method: 'POST',
      url: '/admin/leaderboard/corrections',
      payload: { ...correcting, userId: 999 },
      headers: { authorization: 'Bearer owner' },
    })
    expect([response.statusCode, response.json().code]).toEqual([status, code])
    expect(calls()).toHaveLength(total)
  })

  test('show a change to players at once', async () => {
    await app.inject('/api/cups')
    await app.inject(`/api/cups/${CUP_ID}`)
    await ask('POST', `/admin/cups/${CUP_ID}/start`)
    await app.inject('/api/cups')
    await app.inject(`/api/cups/${CUP_ID}`)
    const asked = world.cups.calls.map(({ method }) => method)
    expect(asked).toEqual(['listCups', 'getCup', 'startCup', 'listCups', 'getCup'])
  })

  const tabs = ['leaderboardeditor', 'cupverification', 'cuptiecreator', 'cupstreamhub', 'battlepasseditor']
  test.each(tabs)('opens the tab %s', async (slug) => {
    expect((await ask('GET', `/admin/${slug}`)).json()).toEqual({ tab: slug })
  })

  test.each([
    '/admin/leaderboard?mode=losses',
    '/admin/leaderboard?season=now',
    '/admin/leaderboard?userId=0',
    '/admin/leaderboard?pageSize=7',
    '/admin/leaderboard/corrections?userId=ada',
    '/admin/ties?filter=mine',
    '/admin/cups?page=0',
  ])('reject GET %s', (url) => expectInvalid('GET', url))

  test.each<[string, object]>([
    ['no id', { id: undefined }],
    ['no name', { name: '' }],
    ['a name that is too long', { name: 'x'.repeat(CUP_NAME_MAX * CHARACTER_UNITS_MAX + 1) }],
    ['a mode there is not', { mode: 'slow' }],
    ['too few', { capacity: 3 }],
    ['too many', { capacity: 65 }],
    ['a text for a number', { capacity: '8' }],
    ['a start that is no time', { starts_at: 'tomorrow' }],
    ['a day there is not', { starts_at: '2026-02-30T00:00:00Z' }],
  ])('reject a cup with %s', (_what, more) => expectInvalid('POST', '/admin/cups', { id: UUID, ...cup, ...more }))

  test.each<[Method, string, object | undefined]>([
    ['PATCH', '/admin/cups/c', { starts_at: null }],
    ['PUT', '/admin/cups/c/seeds', { order: [1, 2.5] }],
    ['PUT', '/admin/cups/c/seeds', { order: Array.from({ length: 65 }, (_, index) => index + 1) }],
    ['DELETE', '/admin/cups/c/entries/ada', undefined],
    ['POST', '/admin/cups/c/cancel', {}],
    ['POST', '/admin/cups/c/ties/1-1/verdict', { reason: 'r' }],
    ['POST', '/admin/cups/c/ties/1-1/verdict', { winnerId: 0, reason: 'r' }],
    ['POST', '/admin/cups/c/ties/1-1/verdict', { winnerId: 1, reason: 'x'.repeat(501) }],
    ['POST', '/admin/cups/c/ties/1-1/verdict', { winnerId: 1, reason: 'r', version: 0 }],
    ['POST', '/admin/cups/c/ties/one/watch', undefined],
    ['POST', '/admin/leaderboard/corrections/1/reverse', { reason: 'r' }],
    ['PUT', '/admin/pass/seasons/1', edit],
  ])('reject %s %s with %j', expectInvalid)

  test.each<[string, object]>([
    ['all seasons', { season: 'all' }],
    ['too large a difference', { gamesWon: 10_001 }],
    ['half a battle', { gamesPlayed: 0.5 }],
    ['no account', { userId: 0 }],
    ['too long a reason', { reason: 'x'.repeat(501) }],
  ])('reject a correction of %s', (_what, more) =>
    expectInvalid('POST', '/admin/leaderboard/corrections', { ...correcting, ...more }),
  )

  test.each<[string, object]>([
    ['a version there is not', { version: -1 }],
    ['a version beyond all numbers', { version: 1e300 }],
    ['a version that is not exact', { version: 2 ** 53 }],
    ['too many points', { points_won: 1_001 }],
    ['a date alone', { ends_at: '2026-12-01' }],
    ['a reward there is not', { tiers: [{ ...edit.tiers[0], free_reward: { item: 'gold', units: 1 } }] }],
    ['too great a reward', { tiers: [{ ...edit.tiers[0], pass_reward: { item: 'gif_saves', units: 101 } }] }],
  ])('reject a season with %s', (_what, more) =>
    expectInvalid('PUT', `/admin/pass/seasons/${UUID}`, { ...edit, ...more }),
  )

  test('accept names of as many characters as people count', async () => {
    const long = '🏳️‍🌈'.repeat(60)
    for (const [method, url, payload] of [
      ['PUT', `/admin/pass/seasons/${UUID}`, { ...edit, name: long }],
      ['POST', '/admin/cups', { id: UUID, ...cup, name: long }],
      ['PATCH', '/admin/cups/c', { name: long }],
    ] as const) {
      expect([url, (await ask(method, url, payload)).statusCode]).toEqual([url, 200])
    }
  })

  test('pass refusals on', async () => {
    world.cups.refusal = 'TIE_BUILT_UPON'
    const response = await ask('POST', '/admin/cups/c/ties/1-1/verdict', { winnerId: 2, reason: 'r' })
    expect([response.statusCode, response.json().code]).toEqual([409, 'TIE_BUILT_UPON'])
  })
})
