import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { Item } from '@kla/proto'
import type { FastifyInstance } from 'fastify'
import { DELETED_ACCOUNT, NEVER_AN_ACCOUNT } from '../../support/fake-administrators.js'
import { NOTE_ID } from '../../support/fake-moderation.js'
import { createWorld, type World } from '../../support/world.js'

let world: World
let app: FastifyInstance

beforeAll(async () => {
  world = await createWorld()
  app = (await world.gateway()).http
  world.auth.person(2)
})
afterAll(() => world.stop())
beforeEach(() => {
  world.people.calls.length = 0
  world.auth.administrators.calls.length = 0
})

const AT = '2026-11-21T08:30:00.000Z'
const get = async (path: string, token = 'owner') => {
  const response = await app.inject({ url: `/admin/people${path}`, headers: { authorization: `Bearer ${token}` } })
  return { status: response.statusCode, body: response.json() }
}
const post = async (path: string, payload?: object, token = 'moderator') => {
  const headers = { authorization: `Bearer ${token}` }
  const response = await app.inject({
    method: 'POST',
    url: `/admin/people${path}`,
    headers,
    ...(payload && { payload }),
  })
  return response.json()
}

const ADA = {
  number: 123_456_789,
  username: 'ada',
  global_name: null,
  discord_id: '1001',
  avatar: 'a1',
  player_name: 'Velvet Otter 42',
  under_player_name: true,
}

describe("a person's page", () => {
  test('has who they are and the age verdict, without the e-mail', async () => {
    const { body } = await get('/2')
    expect(body).toEqual({
      ...ADA,
      id: 2,
      exists: true,
      create_time: AT,
      last_login: AT,
      age: { confirmed: true, locked_at: null, verdicts: [{ method: 'declaration', jurisdiction: 'GB', at: AT }] },
    })
    expect(world.auth.administrators.calls).toEqual([
      { method: 'getPerson', request: { accountId: 2 }, principal: 'administrator-owner' },
    ])
  })

  test('says that an account is deleted, or never was', async () => {
    expect((await get(`/${DELETED_ACCOUNT}`)).body).toMatchObject({ exists: false, username: '', age: null })
    expect(await get(`/${NEVER_AN_ACCOUNT}`)).toMatchObject({ status: 404, body: { code: 'NO_SUCH_ACCOUNT' } })
    expect((await get('/0')).status).toBe(400)
  })

  test('shows the e-mail only when it is asked for', async () => {
    expect(await post('/2/email')).toEqual({ email: 'ada@example.com' })
    expect(world.auth.administrators.calls.map(({ method }) => method)).toEqual(['revealEmail'])
  })

  test('has sessions without keys or addresses', async () => {
    expect((await get('/2/sessions')).body).toEqual({
      results: [{ device: 'Firefox on Windows', opened_at: AT, seen_at: AT }],
    })
  })

  test('has reports with the shares upheld, and which may have stills', async () => {
    const { body } = await get('/2/reports')
    expect(body).toMatchObject({
      about: [{ id: 42, stills: true }],
      by: [{ id: 43 }],
      totals: { about: { total: 5, decided: 4, upheld: 1 }, by: { total: 1, decided: 0, upheld: 0 } },
    })
    expect(body.by[0]).not.toHaveProperty('stills')
  })

  test('has bans, decisions and tickets', async () => {
    expect((await get('/2/bans')).body).toMatchObject({ results: [{ id: 7, user_name: 'bob' }], total: 1 })
    expect((await get('/2/decisions')).body).toEqual({
      results: [
        {
          id: expect.any(String),
          outcome: 'acted',
          rule: 'threats',
          facts: 'Threatened the opponent.',
          measures: [{ kind: 'global', duration_ms: 604_800_000 }],
          decided_at: AT,
          decided_by: 'mod',
          state: 'in_force',
        },
      ],
    })
    expect((await get('/2/tickets')).body).toMatchObject({
      results: [{ id: 3, subject: 'No sound', resolved: false, created_at: AT }],
    })
  })

  test('has notes, and takes one for each id', async () => {
    const thread = [{ id: NOTE_ID, by: 'mod', at: AT, text: 'Seen before.' }]
    expect((await get('/2/notes')).body).toEqual({ thread })
    expect(await post('/2/notes', { id: NOTE_ID, text: 'Seen before.' })).toEqual({ thread })
    expect(world.people.calls.at(-1)).toEqual({
      method: 'addAccountNote',
      request: { accountId: 2, noteId: NOTE_ID, text: 'Seen before.' },
      principal: 'administrator-moderator',
    })
  })

  test('has battles with the names of opponents', async () => {
    expect((await get('/2/battles')).body).toEqual({
      results: [
        {
          id: expect.any(String),
          started_at: '2026-11-21T08:29:00.000Z',
          ended_at: AT,
          mode: 'rush',
          category: 'default',
          opponent: { id: 2, name: 'player2' },
          outcome: 'won',
          reason: 'left',
          left_by: 'opponent',
          rounds: 3,
          counted: true,
        },
      ],
    })
  })

  test('has people met, under their former name once the account is gone', async () => {
    const { results } = (await get('/2/met')).body
    expect(results.map(({ id, name, seated }: Record<string, unknown>) => [id, name, seated])).toEqual([
      [2, 'player2', true],
      [999, 'gone', false],
    ])
  })

  test('has orders with what was taken back, and the inventory', async () => {
    expect((await get('/2/orders', 'support')).body).toMatchObject({
      results: [
        {
          status: 'partly_refunded',
          total_cents: 598,
          returned_cents: 299,
          currency: 'usd',
          lines: [{ name: 'Pack', quantity: 2, units_withdrawn: 10 }],
        },
      ],
      inventory: { gif_saves: 10, wild_cards: 0, battle_passes: 1 },
    })
  })

  test('gives items once for each id, only to an account that exists', async () => {
    const gift = { id: NOTE_ID, item: 'wild_cards', units: 5, reason: 'A lost round.' }
    expect(await post('/2/gifts', gift, 'support')).toEqual({ available: 15 })
    expect(world.commerce.gifts).toEqual([
      {
        request: { giftId: NOTE_ID, accountId: 2, item: Item.WILD_CARDS, units: 5, reason: 'A lost round.' },
        principal: 'administrator-support',
      },
    ])
    expect(await post('/77/gifts', gift, 'support')).toMatchObject({ code: 'NO_SUCH_ACCOUNT' })
    expect(await post('/2/gifts', { ...gift, units: 1_001 }, 'support')).toMatchObject({ code: 'INVALID_FIELD' })
    expect(world.commerce.gifts).toHaveLength(1)
  })

  test('has a history that continues', async () => {
    expect((await get('/2/history?after=12')).body).toEqual({
      results: [{ seq: 9, at: AT, actor: 'mod', action: 'people.read' }],
      next: 9,
    })
    expect(world.people.calls.at(-1)?.request).toEqual({ accountId: 2, after: 12 })
  })

  test('leaves its other parts when one service is down', async () => {
    world.people.refusal = 'UNAVAILABLE'
    try {
      expect((await get('/2/reports')).status).toBe(503)
      expect((await get('/2')).status).toBe(200)
      expect((await get('/2/battles')).status).toBe(200)
    } finally {
      world.people.refusal = undefined
    }
  })
})

test('people are found by text, without e-mails', async () => {
  expect((await get('?q=velvet')).body).toEqual({ results: [{ ...ADA, id: 1 }] })
  expect(world.auth.administrators.calls).toMatchObject([{ method: 'findPeople', request: { q: 'velvet' } }])
})
