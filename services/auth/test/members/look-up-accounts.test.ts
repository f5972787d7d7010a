import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startHarness, type Harness } from '../harness.js'

let auth: Harness

beforeAll(async () => {
  auth = await startHarness()
})
afterAll(() => auth.close())

async function signUp(persona: string): Promise<number> {
  const { sessionId } = await auth.login(persona)
  return (await auth.client.resolveSession({ sessionId })).account!.id
}

test('accounts are found by their ids, each once, and ids that nobody has are passed over', async () => {
  const [ada, grace] = [await signUp('Ada'), await signUp('Grace')]
  const { accounts } = await auth.client.lookUpAccounts({ ids: [grace, 999_999, ada, ada, 0, -1, 2 ** 40] })
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
  })
})

test('an account without an e-mail has an empty one', async () => {
  const id = await signUp('Shy')
  await auth.database.query('UPDATE accounts SET email = NULL WHERE id = $1', [id])
  const { accounts } = await auth.client.lookUpAccounts({ ids: [id] })
  expect(accounts[0]?.email).toBe('')
})

test('nobody is found among no ids, and more than 500 are refused', async () => {
  await expect(auth.client.lookUpAccounts({ ids: [] })).resolves.toEqual({ accounts: [] })
  const ids = Array.from({ length: 501 }, (_, at) => at + 1)
  await expect(auth.client.lookUpAccounts({ ids })).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
})

test('what was looked up is not logged', async () => {
  const id = await signUp('Secretive')
  await auth.client.lookUpAccounts({ ids: [id] })
  expect(auth.logged()).not.toContain('secretive@players.example')
})
