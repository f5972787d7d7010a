import { expect, test } from '@jest/globals'
import type { Principal } from '@kla/chassis'
import { rememberPrincipals } from '../../src/sessions/identity.js'

const ada: Principal = {
  ...{ accountId: 1, username: 'ada', discordId: '11', avatar: '' },
  ...{ ageConfirmed: false, sessionKey: 'one', restrictions: [] },
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

test('signs anew when the claims change', async () => {
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
