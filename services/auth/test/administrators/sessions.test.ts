import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Office, openOffice, type SignedIn } from './office.js'

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
