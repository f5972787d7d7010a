import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { ShownAs } from '@kla/proto'
import { type Harness, startHarness } from '../harness.js'

let auth: Harness

beforeAll(async () => {
  auth = await startHarness()
})
afterAll(() => auth.close())

async function signUp(persona: string): Promise<number> {
  const { sessionId } = await auth.login(persona)
  return (await auth.client.resolveSession({ sessionId })).account!.id
}

test('finds each account once and skips unknown ids', async () => {
  const [ada, grace] = [await signUp('Ada'), await signUp('Grace')]
  const { accounts } = await auth.client.lookUpAccounts({
    ids: [grace, 999_999, ada, ada, 0, -1, 2 ** 40],
    providerIdentity: true,
  })
  expect(accounts.map(({ id }) => id)).toEqual([ada, grace].sort((one, other) => one - other))
  expect(accounts.find(({ id }) => id === ada)).toEqual({
    id: ada,
    username: 'ada',
    globalName: 'Ada',
    email: 'ada@players.example',
    discriminator: '0',
    avatar: expect.stringMatching(/^[0-9a-f]{32}$/),
    avatarKey: expect.stringMatching(/^[\w-]{22}$/),
    discordId: expect.stringMatching(/^\d{17,19}$/),
    createdAtMs: expect.any(Number),
    ageLockedAtMs: 0,
    shownAs: ShownAs.UNSPECIFIED,
    playerName: expect.stringMatching(/^\w+ \w+ \d\d$/),
    onLeaderboards: true,
    alias: expect.any(Number),
  })
})

test('shows no provider fields of accounts that chose nothing', async () => {
  const [fay, gus] = [await signUp('Fay'), await signUp('Gus')]
  const { accounts } = await auth.client.lookUpAccounts({ ids: [fay, gus] })
  expect(accounts).toHaveLength(2)
  for (const account of accounts) {
    expect(account).toMatchObject({ globalName: '', email: '', discordId: '', avatar: '', discriminator: '' })
    expect(account.avatarKey).toBeUndefined()
    expect(account.username).toMatch(/^\w+ \w+ \d\d$/)
  }
})

test('returns an empty e-mail for an account without one', async () => {
  const id = await signUp('Shy')
  await auth.database.query('UPDATE accounts SET email = NULL WHERE id = $1', [id])
  const { accounts } = await auth.client.lookUpAccounts({ ids: [id] })
  expect(accounts[0]?.email).toBe('')
})

test('finds nothing without ids and rejects more than 500', async () => {
  await expect(auth.client.lookUpAccounts({ ids: [] })).resolves.toEqual({ accounts: [] })
  const ids = Array.from({ length: 501 }, (_, at) => at + 1)
  await expect(auth.client.lookUpAccounts({ ids })).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
})

test('logs nothing of what was looked up', async () => {
  const id = await signUp('Secretive')
  await auth.client.lookUpAccounts({ ids: [id] })
  expect(auth.logged()).not.toContain('secretive@players.example')
})
