import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { SessionEnded, subjects } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { hashOf } from '../../src/shared/tokens.js'
import { DEPUTY, FIRST, type Office, openOffice, PHRASE, type SignedIn } from './office.js'

const MINUTE_MS = 60_000
const gone = { reason: 'NOT_SIGNED_IN' }

let office: Office
beforeAll(async () => {
  office = await openOffice({
    ADMIN_SESSION_IDLE_MS: String(10 * MINUTE_MS),
    ADMIN_SESSION_MAX_MS: String(30 * MINUTE_MS),
  })
})
afterAll(() => office.close())

/** Transaction id of the last write to the newest session. */
const written = async ({ identity }: SignedIn): Promise<unknown> => {
  const { rows } = await office.auth.database.query(
    'SELECT xmin, expires_at FROM administrator_sessions WHERE administrator_id = $1 ORDER BY opened_at DESC LIMIT 1',
    [identity.id],
  )
  return rows[0]
}

describe("an administrator's session", () => {
  test('lives while it is used, up to its maximum life', async () => {
    const person = await office.signIn()
    const openedAtMs = person.identity.expiresAtMs - 10 * MINUTE_MS
    for (let used = 0; used < 3; used += 1) {
      office.passTime(9 * MINUTE_MS)
      await office.resolve(person)
    }
    expect((await office.resolve(person)).expiresAtMs).toBe(openedAtMs + 30 * MINUTE_MS)
    office.passTime(3 * MINUTE_MS)
    await expect(office.resolve(person)).rejects.toMatchObject(gone)
  })

  test('ends when unused', async () => {
    const person = await office.signIn()
    office.passTime(10 * MINUTE_MS)
    await expect(office.resolve(person)).rejects.toMatchObject(gone)
  })

  test('is not written with every use', async () => {
    const person = await office.signIn()
    const before = await written(person)
    office.passTime(20_000)
    await office.resolve(person)
    expect(await written(person)).toEqual(before)
    office.passTime(20_000)
    await office.resolve(person)
    expect(await written(person)).not.toEqual(before)
  })

  test('ends on sign-out, which may be repeated', async () => {
    const [one, other] = [await office.signIn(), await office.signIn()]
    await office.auth.client.endAdministratorSession({ token: one.token })
    await office.auth.client.endAdministratorSession({ token: one.token })
    await expect(office.resolve(one)).rejects.toMatchObject(gone)
    await expect(office.resolve(other)).resolves.toMatchObject({ name: 'admin' })
  })

  test.each(['', 'nonsense', 'x'.repeat(100_000), "'; DROP TABLE administrators; --", '\0'])(
    'cannot be forged',
    async (token) => {
      await expect(office.resolve({ token })).rejects.toMatchObject(gone)
    },
  )

  test('cannot be resolved with its stored hash', async () => {
    await office.signIn()
    const { rows } = await office.auth.database.query<{ token_hash: string }>(
      'SELECT token_hash FROM administrator_sessions',
    )
    await expect(office.resolve({ token: rows[0]!.token_hash })).rejects.toMatchObject(gone)
  })
})

describe('the end of a session', () => {
  const idOf = async ({ token }: SignedIn): Promise<string> => {
    const { rows } = await office.auth.database.query<{ session_id: string }>(
      'SELECT session_id FROM administrator_sessions WHERE token_hash = $1',
      [hashOf(token)],
    )
    return rows[0]!.session_id
  }
  const published = () => office.recorded.of(subjects.eventSessionEnded, SessionEnded)

  const endings: Readonly<Record<string, (person: SignedIn, other: SignedIn) => Promise<unknown>>> = {
    'a sign-out': ({ token }) => office.auth.client.endAdministratorSession({ token }),
    'its own administrator': async (person, other) =>
      office.auth.client.endOneAdministratorSession({ id: await idOf(person) }, await other.context()),
    'an owner': async (person) =>
      office.auth.client.endOneAdministratorSession(
        { id: await idOf(person) },
        await (await office.signIn(DEPUTY)).context(),
      ),
    'a reset of credentials': ({ identity }) => office.together(identity.id, { password: 'a phrase from an owner' }),
    'a role with fewer permissions': ({ identity }) => office.together(identity.id, { role: 'viewer' }),
    'a changed password': async (_person, other) =>
      office.auth.client.changeOwnPassword(
        { currentPassword: FIRST.password, newPassword: PHRASE },
        await other.context(),
      ),
    'a new authenticator': (_person, other) => office.setUpTotp(other),
    'a removed passkey': async (_person, other) => {
      await office.addPasskey(other)
      const { passkeys } = await office.auth.client.listPasskeys({}, await other.context())
      await office.auth.client.removePasskey({ id: passkeys[0]!.id }, await other.context())
    },
  }

  test.each(Object.keys(endings))('by %s is published to gateways within a second', async (how) => {
    const { name } = await office.enrol(`ended-${Object.keys(endings).indexOf(how)}`, 'support')
    const [person, other] = [await office.signIn({ username: name }), await office.signIn({ username: name })]
    const sessionKey = hashOf(person.token)
    await endings[how]!(person, other)
    const endedAtMs = Date.now()
    const event = await eventually(() => {
      const found = published().find((one) => one.sessionKey === sessionKey)
      if (!found) throw new Error('not published yet')
      return found
    })
    expect(Date.now() - endedAtMs).toBeLessThan(1_000)
    expect(event).toMatchObject({ accountId: 0, administrator: true })
    await expect(office.resolve(person)).rejects.toMatchObject(gone)
  })

  test('is published once, and for no session that goes on', async () => {
    const { name } = await office.enrol('kept', 'support')
    const [person, other] = [await office.signIn({ username: name }), await office.signIn({ username: name })]
    await Promise.all([1, 2, 3].map(() => office.auth.client.endAdministratorSession({ token: person.token })))
    const keysOf = (key: string) => published().filter(({ sessionKey }) => sessionKey === key).length
    await eventually(() => expect(keysOf(hashOf(person.token))).toBe(1))
    await office.resolve(other)
    expect(keysOf(hashOf(other.token))).toBe(0)
  })
})
