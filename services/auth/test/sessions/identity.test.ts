import { describe, expect, test } from '@jest/globals'
import type { Database, Principal } from '@kla/chassis'
import { createIdentityStore, rememberPrincipals } from '../../src/sessions/identity.js'

const ada: Principal = {
  accountId: 1,
  username: 'ada',
  discordId: '11',
  avatar: '',
  ageConfirmed: false,
  sessionKey: 'one',
  restrictions: [],
}
const MINUTE_MS = 60_000

function create() {
  const clock = { nowMs: 1_000_000 }
  let signed = 0
  const principal = async () => ({ token: `token ${(signed += 1)}`, expiresAtMs: clock.nowMs + 15 * MINUTE_MS })
  const sign = rememberPrincipals({ principal }, () => clock.nowMs)
  return { clock, sign, tokenOf: async (one: Principal): Promise<string> => (await sign(one)).token }
}

test("reuses a session's principal for five minutes without prolonging it", async () => {
  const { clock, sign } = create()
  const first = await sign(ada)
  clock.nowMs += 5 * MINUTE_MS - 1
  expect(await sign(ada)).toEqual(first)
  clock.nowMs += 1
  expect((await sign(ada)).token).toBe('token 2')
})

test('signs again when the claims change', async () => {
  const { tokenOf } = create()
  expect(await tokenOf(ada)).toBe('token 1')
  expect(await tokenOf({ ...ada, ageConfirmed: true })).toBe('token 2')
  expect(await tokenOf({ ...ada, restrictions: [{ scope: 'rooms', untilMs: 0 }] })).toBe('token 3')
  expect(await tokenOf(ada)).toBe('token 4')
})

test('keeps sessions apart and forgets the oldest of too many', async () => {
  const { tokenOf } = create()
  expect(await tokenOf(ada)).toBe('token 1')
  expect(await tokenOf({ ...ada, sessionKey: 'two' })).toBe('token 2')
  expect(await tokenOf(ada)).toBe('token 1')
  for (let at = 0; at < 10_000; at++) await tokenOf({ ...ada, sessionKey: `session ${at}` })
  expect(await tokenOf(ada)).toBe('token 10003')
})

describe('createIdentityStore', () => {
  const sessionOf = (accountId: number) => ({ accountId, sessionKey: `session ${accountId}` })
  const rowOf = (id: number) => ({
    id,
    username: `player ${id}`,
    avatar_key: null,
    jurisdiction: null,
    player_name: `Name ${id}`,
    player_name_at: null,
    alias: null,
    name_unlocked_at: null,
    early_names_at: [],
  })

  test('makes one query for concurrent lookups and caches nothing', async () => {
    const asked: (readonly number[])[] = []
    const { find } = createIdentityStore({
      query: async ({ values: [accountIds] }: { values: [number[]] }) => {
        asked.push(accountIds)
        return {
          rows: accountIds
            .filter((id) => id !== 2)
            .toReversed()
            .map(rowOf),
        }
      },
    } as unknown as Database)
    const found = await Promise.all([1, 2, 3, 1].map((id) => find(sessionOf(id))))
    expect(found.map((one) => one?.account.username)).toEqual(['player 1', undefined, 'player 3', 'player 1'])
    await find(sessionOf(1))
    expect(asked).toEqual([[1, 2, 3, 1], [1]])
  })

  test('rejects all concurrent lookups during an outage, and queries again afterwards', async () => {
    let isAway = true
    const { find } = createIdentityStore({
      query: async ({ values: [accountIds] }: { values: [number[]] }) => {
        if (isAway) throw new Error('PostgreSQL is away')
        return { rows: accountIds.map(rowOf) }
      },
    } as unknown as Database)
    const ends = await Promise.allSettled([find(sessionOf(1)), find(sessionOf(2))])
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    isAway = false
    expect((await find(sessionOf(1)))?.account.id).toBe(1)
  })
})
