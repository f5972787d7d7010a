import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { REASONS } from '@kla/proto/web'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { keyOf } from '../../support/fake-auth.js'
import { SEASON_ID } from '../../support/fake-battle-pass.js'
import { CUP_ID, TIE_ROOM } from '../../support/fake-cups.js'
import { createWorld, type World } from '../../support/world.js'

let world: World
let app: FastifyInstance
let nowMs = Date.now()

beforeAll(async () => {
  world = await createWorld()
  app = (await world.gateway({ accountLimitPerMinute: 20 }, { now: () => nowMs })).http
  for (const id of [1, 2, 3, 4]) world.auth.person(id)
  world.auth.person(3).restrictions = [{ scope: 'global', untilMs: 0, reason: '', banId: 7 }]
})
afterAll(() => world.stop())
beforeEach(() => {
  // All caches and counts expire.
  nowMs += 60_000
  for (const fake of [world.standings, world.cups, world.blocks, world.battlePass]) {
    fake.calls.length = 0
    fake.refusal = undefined
    fake.gate = undefined
  }
})

const AT = '2026-11-21T08:30:00.000Z'
const as = (person: number) => ({ cookie: `kla=session-${person}` })
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

const entryOf = (id: number, figures: object) => ({
  id,
  username: `player${id}`,
  avatar: `/api/avatars/${keyOf(id)}`,
  discord_id: '',
  ...figures,
})
const ada = { id: 1, username: 'player1', avatar: null, seed: 1, checked_in: true }
const bob = { id: 2, username: 'player2', avatar: null, seed: 2, checked_in: false }
const decided = {
  id: '1-1',
  round: 1,
  position: 1,
  player_a: 1,
  player_b: 2,
  state: 'decided',
  how: 'walk-over',
  winner_id: 1,
  deadline: null,
  decided_at: AT,
  open_to_verdict: true,
}
const playing = { ...decided, state: 'playing', how: null, winner_id: null, decided_at: null }
const final = {
  id: '2-1',
  round: 2,
  position: 1,
  player_a: 1,
  player_b: null,
  state: 'waiting',
  how: null,
  winner_id: null,
  deadline: null,
  decided_at: null,
  open_to_verdict: false,
}
const common = {
  id: CUP_ID,
  name: 'Night Cup',
  mode: 'rush',
  category: 'default',
  capacity: 4,
  entered: 2,
  starts_at: AT,
  check_in_at: '2026-11-21T08:15:00.000Z',
}
const cup = {
  ...common,
  state: 'finished',
  champion: { id: 1, username: 'player1' },
  ended_at: AT,
  version: 9,
  entries: [ada, bob],
  ties: [decided, final],
}
const season = {
  id: SEASON_ID,
  name: 'Autumn',
  points_played: 10,
  points_won: 5,
  starts_at: AT,
  ends_at: '2026-11-21T08:30:01.000Z',
  claimable_until: '2026-11-21T08:30:02.000Z',
  tiers: [{ tier: 1, points: 10, free_reward: { item: 'gif_saves', units: 2 }, pass_reward: null }],
}
const ownPass = {
  points: 30,
  activated: true,
  passes_available: 1,
  claims: [{ tier: 1, track: 'free', claimed_at: AT }],
}

describe('GET /user/relay', () => {
  test('answers twenty trials of an account at once, then two a minute', async () => {
    const trial = async (person: number) => (await get('/user/relay', as(person))).statusCode
    expect((await get('/user/relay', as(4))).json()).toEqual({
      iceServers: [{ urls: ['turn:turn.kla.test'], username: '60:probe', credential: 'c' }],
      iceTransportPolicy: 'relay',
    })
    for (let more = 1; more < 20; more++) expect(await trial(4)).toBe(200)
    expect([await trial(4), await trial(1)]).toEqual([429, 200])
    nowMs += 60_000
    expect([await trial(4), await trial(4), await trial(4)]).toEqual([200, 200, 429])
  })
})

describe('leaderboard', () => {
  const lists = {
    seasons: ['2026-Q4', '2026-Q3'],
    top_winners: [
      entryOf(2, { games_won: 7, games_played: 8, rank: 1 }),
      { id: 9, username: '', avatar: null, discord_id: '', games_won: 6, games_played: 6, rank: 2 },
    ],
    top_players: [entryOf(1, { games_won: 3, games_played: 20, rank: 1 })],
  }
  const own = { id: 1, username: 'player1', avatar: null, discord_id: '', games_won: 3, games_played: 20 }

  test('returns both lists to anyone, by games played and over all seasons by default', async () => {
    const response = await get('/api/leaderboard')
    expect(response.json()).toEqual({ mode: 'played', season: 'all', ...lists, you: null })
    expect(world.standings.calls).toEqual([
      { method: 'getStandings', request: { season: 'all', limit: 100 }, principal: undefined },
    ])
  })

  test.each([
    ['played', 1],
    ['wins', 4],
  ])("includes the caller's own rank by %s", async (mode, rank) => {
    const response = await get(`/api/leaderboard?mode=${mode}&season=2026-Q4`, as(1))
    expect(response.json()).toEqual({ mode, season: '2026-Q4', ...lists, you: { ...own, rank } })
    expect(world.standings.calls).toContainEqual({
      method: 'getStandings',
      request: { season: '2026-Q4', limit: 0, ownOnly: mode },
      principal: 'principal-1-adult',
    })
  })

  const placesAsked = () => world.standings.calls.filter(({ principal }) => principal !== undefined)

  test("caches each account's own rank for a few seconds", async () => {
    for (const person of [1, 1, 2, 1]) await get('/api/leaderboard', as(person))
    expect(placesAsked().map(({ principal }) => principal)).toEqual(['principal-1-adult', 'principal-2-adult'])
    await get('/api/leaderboard?mode=wins', as(1))
    await get('/api/leaderboard?season=2026-Q3', as(1))
    expect(placesAsked()).toHaveLength(4)
    nowMs += 5_000
    await get('/api/leaderboard', as(1))
    expect(placesAsked()).toHaveLength(5)
  })

  test('reads the own rank again after a correction here', async () => {
    await get('/api/leaderboard', as(2))
    const correcting = { season: '2026-Q4', gamesWon: -1, gamesPlayed: 0, reason: 'r', userId: 2 }
    const corrected = await app.inject({
      method: 'POST',
      url: '/admin/leaderboard/corrections',
      headers: { authorization: 'Bearer owner' },
      payload: { id: '018f6b1e-7c1a-7000-8000-00000000c0de', ...correcting },
    })
    expect(corrected.statusCode).toBe(200)
    await get('/api/leaderboard', as(2))
    expect(placesAsked().filter(({ method }) => method === 'getStandings')).toHaveLength(2)
  })

  test('limits each account, but no visitors', async () => {
    const asked = await Promise.all(Array.from({ length: 21 }, () => get('/api/leaderboard', as(4))))
    expect(asked.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
    const others = [get('/api/leaderboard', as(1)), ...Array.from({ length: 21 }, () => get('/api/leaderboard'))]
    for (const { statusCode } of await Promise.all(others)) expect(statusCode).toBe(200)
  })

  test('treats a banned player as a visitor', async () => {
    expect((await get('/api/leaderboard', as(3))).json()).toMatchObject({ you: null })
    expect(world.standings.calls.map(({ principal }) => principal)).toEqual([undefined])
  })

  test('fails while auth is away instead of treating players as visitors', async () => {
    world.auth.down = true
    const response = await get('/api/leaderboard', as(1))
    world.auth.down = false
    expect(response.statusCode).toBe(503)
  })

  test('reads each season once for many concurrent requests', async () => {
    let open = (): void => undefined
    world.standings.gate = new Promise((resolve) => (open = resolve))
    const crowd = Array.from({ length: 20 }, () => get('/api/leaderboard'))
    const other = get('/api/leaderboard?season=2026-Q3')
    setImmediate(open)
    for (const response of await Promise.all([...crowd, other])) expect(response.statusCode).toBe(200)
    expect(world.standings.calls.map(({ request }) => request)).toEqual([
      { season: 'all', limit: 100 },
      { season: '2026-Q3', limit: 100 },
    ])
    nowMs += 1_000
    await get('/api/leaderboard')
    expect(world.standings.calls).toHaveLength(3)
  })

  test.each(['mode=losses', 'season=2026', 'season=2026-Q5', 'season=All', 'mode=wins&mode=played'])(
    'rejects %s',
    async (query) => {
      const response = await get(`/api/leaderboard?${query}`)
      const field = query.startsWith('mode') ? 'mode' : 'season'
      const error = `Something in that request isn't valid (${field}).`
      expect(response.json()).toEqual({ error, code: 'INVALID_FIELD' })
      expect(world.standings.calls).toEqual([])
    },
  )
})

describe('avatars', () => {
  test('are served from our own address and fetched from the login provider once', async () => {
    world.auth.calls.length = 0
    const url = `/api/avatars/${keyOf(1)}`
    const answers = await Promise.all(Array.from({ length: 5 }, () => get(url)))
    for (const answer of [...answers, await get(url)]) {
      expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([200, 'a picture', 'image/png'])
      expect(answer.headers['cache-control']).toBe('public, max-age=86400, immutable')
      expect(answer.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
    }
    expect(world.auth.calls).toEqual([`findAvatar ${keyOf(1)}`])
  })

  test('are not found when no one has them or the provider lost them', async () => {
    for (const key of ['x'.repeat(22), keyOf(2)]) {
      const answer = await get(`/api/avatars/${key}`)
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'MEDIA_NOT_FOUND'])
    }
    expect((await get('/api/avatars/1001')).json()).toMatchObject({ code: 'INVALID_FIELD' })
  })
})

describe('If-None-Match', () => {
  const urls = ['/api/leaderboard', '/api/cups', `/api/cups/${CUP_ID}`, '/api/pass']
  test.each(urls)('%s returns no body if unchanged', async (url) => {
    const first = await get(url)
    const etag = String(first.headers.etag)
    expect(first.headers['cache-control']).toBe('private, no-cache')
    for (const known of [etag, `"other", ${etag.replace('W/', '')}`, '*']) {
      const again = await get(url, { 'if-none-match': known })
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    }
    expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
    expect((await get(url, { ...as(1), 'if-none-match': etag })).statusCode).toBe(200)
  })

  test('is ignored for errors', async () => {
    world.cups.refusal = 'CUP_NOT_FOUND'
    const refused = await get('/api/cups/none', { 'if-none-match': '*' })
    const { 'cache-control': cached, etag } = refused.headers
    expect([refused.statusCode, cached, etag]).toEqual([404, 'no-store', undefined])
    expect(refused.json()).toEqual({ error: REASONS.CUP_NOT_FOUND.text, code: 'CUP_NOT_FOUND' })
  })
})

describe('cups', () => {
  test('are listed, with the champion for signed-in players only', async () => {
    const summary = { ...common, state: 'check-in', champion: null, ended_at: null }
    expect((await get('/api/cups', as(1))).json()).toEqual({
      cups: [summary, { ...summary, state: 'finished', champion: { id: 1, username: 'player1' } }],
    })
    expect((await get('/api/cups')).json()).toEqual({ cups: [summary, { ...summary, state: 'finished' }] })
  })

  test.each([
    ['a visitor', {}],
    ['a banned player', as(3)],
  ])('show %s the bracket by seeds, without names and ids', async (_whom, headers) => {
    const answer = await get(`/api/cups/${CUP_ID}`, headers)
    expect(answer.json()).toEqual({
      ...cup,
      champion: { id: 1, username: 'Player 1' },
      entries: [
        { ...ada, id: 1, username: 'Player 1' },
        { ...bob, id: 2, username: 'Player 2' },
      ],
      you: null,
    })
    expect(answer.body).not.toMatch(/player1|player2/)
  })

  test.each<[string, Record<string, string>, object]>([
    ['who is checked in', as(1), { entered: true, checked_in: true }],
    ['who is not', as(2), { entered: true, checked_in: false }],
    ['who does not take part', as(4), { entered: false, checked_in: false }],
  ])('return one cup to %s', async (_whom, headers, you) => {
    expect((await get(`/api/cups/${CUP_ID}`, headers)).json()).toEqual({ ...cup, you })
    expect(world.cups.calls).toMatchObject([{ method: 'getCup', request: { cupId: CUP_ID }, principal: undefined }])
  })

  test('return the next tie or check-in, or none', async () => {
    expect((await get('/api/cups/next', as(1))).json()).toEqual({
      next: {
        cup_id: CUP_ID,
        cup_name: 'Night Cup',
        check_in_due: false,
        tie_id: '1-1',
        state: 'called',
        opponent: bob,
        room_id: null,
        deadline: AT,
      },
    })
    const getNextTie = async () => ({ ...(await world.cups.client.getNextTie({})), cupId: '' })
    const none = await world.gateway({}, { clients: { cups: { ...world.cups.client, getNextTie } } })
    expect((await none.http.inject({ url: '/api/cups/next', headers: as(1) })).json()).toEqual({ next: null })
  })

  test.each([
    ['POST', 'entry', 'enterCup'],
    ['DELETE', 'entry', 'withdrawFromCup'],
    ['POST', 'check-in', 'checkIn'],
  ] as const)('take %s %s, and show what came of it to who asks next', async (method, what, rpc) => {
    await get(`/api/cups/${CUP_ID}`)
    const response = await app.inject({ method, url: `/api/cups/${CUP_ID}/${what}`, headers: as(2) })
    expect(response.json()).toEqual({ ...cup, you: { entered: true, checked_in: false } })
    await get(`/api/cups/${CUP_ID}`)
    expect(world.cups.calls.map(({ method: called }) => called)).toEqual(['getCup', rpc, 'getCup'])
    expect(world.cups.calls[1]).toEqual({ method: rpc, request: { cupId: CUP_ID }, principal: 'principal-2-adult' })
  })

  test('return who is present at a tie', async () => {
    const url = `/api/cups/${CUP_ID}/ties/1-1/presence`
    const response = await app.inject({ method: 'POST', url, headers: as(1) })
    expect(response.json()).toEqual({ tie: playing, present: [1, 2], room_id: TIE_ROOM })
    expect(world.cups.calls[0]).toMatchObject({ method: 'bePresent', request: { cupId: CUP_ID, tieId: '1-1' } })
    for (const tie of ['0-1', '7-1', '1-0', '1', '1-100', 'final']) {
      const wrong = await app.inject({ method: 'POST', url: `/api/cups/c/ties/${tie}/presence`, headers: as(1) })
      expect(wrong.json()).toMatchObject({ code: 'INVALID_FIELD' })
    }
    expect(world.cups.calls).toHaveLength(1)
  })
})

describe('battle pass', () => {
  test('is shown to anyone, with progress for signed-in players', async () => {
    expect((await get('/api/pass')).json()).toEqual({ season, you: null })
    expect((await get('/api/pass', as(1))).json()).toEqual({ season, you: ownPass })
    expect(world.battlePass.calls.map(({ principal }) => principal)).toEqual([undefined, 'principal-1-adult'])
  })

  test('shows a player earlier seasons with rewards to claim', async () => {
    const pass = await world.battlePass.client.getPass({})
    const over = { ...pass, season: { ...pass.season!, id: 'over' }, points: 40, claims: [] }
    const getPass = async () => ({ ...pass, earlier: [over, { ...over, season: undefined }] })
    const { http } = await world.gateway({}, { clients: { battlePass: { ...world.battlePass.client, getPass } } })
    expect((await http.inject({ url: '/api/pass', headers: as(1) })).json()).toEqual({
      season,
      you: ownPass,
      earlier: [{ season: { ...season, id: 'over' }, you: { ...ownPass, points: 40, claims: [] } }],
    })
    expect((await http.inject({ url: '/api/pass' })).json()).toEqual({ season, you: null })
  })

  test.each([
    ['/api/pass/activate', { season_id: 's' }, 'activatePass', { seasonId: 's' }],
    [
      '/api/pass/claims',
      { season_id: 's', tier: 2, track: 'pass' },
      'claimReward',
      { seasonId: 's', tier: 2, track: 'pass' },
    ],
  ])('accepts POST %s', async (url, payload, method, request) => {
    const response = await app.inject({ method: 'POST', url, headers: as(1), payload })
    expect(response.json()).toEqual({ season, you: ownPass })
    expect(world.battlePass.calls).toEqual([{ method, request, principal: 'principal-1-adult' }])
  })

  test.each<[string, object]>([
    ['no season', { season_id: '' }],
    ['no tier', { tier: undefined }],
    ['tier 0', { tier: 0 }],
    ['a text for a tier', { tier: '1' }],
    ['a track there is not', { track: 'gold' }],
  ])('rejects a claim of %s', async (_what, more) => {
    const payload = { season_id: 's', tier: 1, track: 'free', ...more }
    const response = await app.inject({ method: 'POST', url: '/api/pass/claims', headers: as(1), payload })
    expect(response.json()).toMatchObject({ code: 'INVALID_FIELD' })
    expect(world.battlePass.calls).toEqual([])
  })
})

describe('blocks', () => {
  test('list existing accounts by name', async () => {
    expect((await get('/user/blocks', as(1))).json()).toEqual({
      blocks: [
        { id: 2, username: 'player2', avatar: `/api/avatars/${keyOf(2)}`, discord_id: '', blocked_at: AT },
        { id: 999, username: '', avatar: null, discord_id: '', blocked_at: '2026-11-21T08:29:59.000Z' },
      ],
    })
  })

  test.each([
    ['PUT', 'blockPlayer'],
    ['DELETE', 'unblockPlayer'],
  ] as const)('take %s, also from who is banned', async (method, rpc) => {
    for (const person of [1, 3]) {
      const response = await app.inject({ method, url: '/user/blocks/2', headers: as(person) })
      expect(response.json()).toEqual({ success: true })
    }
    expect(world.blocks.calls).toMatchObject([
      { method: rpc, request: { accountId: 2 }, principal: 'principal-1-adult' },
      { method: rpc, request: { accountId: 2 }, principal: 'principal-3-adult' },
    ])
  })

  test('leave unknown accounts to rooms to refuse, and can be removed', async () => {
    await app.inject({ method: 'PUT', url: '/user/blocks/999', headers: as(1) })
    expect(world.blocks.calls).toMatchObject([{ method: 'blockPlayer', request: { accountId: 999 } }])
    expect((await app.inject({ method: 'DELETE', url: '/user/blocks/999', headers: as(1) })).statusCode).toBe(200)
  })

  test.each(['0', '-1', '1.5', 'me', '9999999999999999'])('reject %s', async (id) => {
    const response = await app.inject({ method: 'PUT', url: `/user/blocks/${id}`, headers: as(1) })
    expect(response.json()).toMatchObject({ code: 'INVALID_FIELD' })
  })
})

describe('call limit per account', () => {
  const requests: InjectOptions[] = [
    { method: 'GET', url: '/api/cups/next' },
    { method: 'POST', url: '/api/cups/c/entry' },
    { method: 'DELETE', url: '/api/cups/c/entry' },
    { method: 'POST', url: '/api/cups/c/check-in' },
    { method: 'POST', url: '/api/cups/c/ties/1-1/presence' },
    { method: 'POST', url: '/api/pass/activate', payload: { season_id: 's' } },
    { method: 'POST', url: '/api/pass/claims', payload: { season_id: 's', tier: 1, track: 'free' } },
    { method: 'PUT', url: '/user/blocks/2' },
    { method: 'DELETE', url: '/user/blocks/2' },
  ]
  test.each(requests)('limits $method $url per minute', async (request) => {
    const ask = async (person: number) => (await app.inject({ ...request, headers: as(person) })).statusCode
    for (let time = 0; time < 20; time += 1) expect(await ask(1)).toBe(200)
    expect(await ask(1)).toBe(429)
    expect(await ask(2)).toBe(200)
    nowMs += 3_000
    expect(await ask(1)).toBe(200)
  })
})
