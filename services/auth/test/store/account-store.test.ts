import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createDatabase, type Database } from '@kla/chassis'
import { isolatedSchema, quietLogger } from '@kla/testkit'
import type { ProviderProfile } from '../../src/login-provider/login-provider.js'
import { createAccountStore, type AccountStore } from '../../src/store/account-store.js'
import { MIGRATIONS } from '../harness.js'

let tables: Awaited<ReturnType<typeof isolatedSchema>>
let database: Database
let accounts: AccountStore

beforeAll(async () => {
  tables = await isolatedSchema(MIGRATIONS, 'auth')
  database = createDatabase({ url: tables.url, schema: tables.schema, log: quietLogger() })
  accounts = createAccountStore(database)
})
afterAll(async () => {
  await database.end()
  await tables.drop()
})

const profile: ProviderProfile = {
  id: '123456789012345678',
  username: 'ada',
  globalName: 'Ada',
  email: 'ada@example.org',
  avatar: 'abc',
  discriminator: '0',
}
const guild = (digit: number, name: string) => ({ id: String(digit).repeat(18), name, icon: '' })

const guildNames = async (accountId: number): Promise<string[]> => {
  const { rows } = await database.query<{ name: string }>(
    'SELECT name FROM guilds JOIN account_guilds ON guild_id = id WHERE account_id = $1 ORDER BY name',
    [accountId],
  )
  return rows.map(({ name }) => name)
}

test('brings an account up to date with the next login', async () => {
  const id = await accounts.signIn(profile)
  expect(await accounts.signIn({ ...profile, username: 'ada.l', globalName: '', email: null, avatar: '' })).toBe(id)
  expect(await accounts.find(id)).toEqual({
    id,
    username: 'ada.l',
    globalName: '',
    discordId: profile.id,
    avatar: '',
  })
  const { rows } = await database.query('SELECT email, last_login_at > created_at AS later FROM accounts')
  expect(rows).toEqual([{ email: null, later: true }])
})

test('gives people numbers one after another, however often they log in', async () => {
  const first = await accounts.signIn({ ...profile, id: '223456789012345678' })
  for (let times = 0; times < 3; times += 1) await accounts.signIn({ ...profile, id: '223456789012345678' })
  expect(await accounts.signIn({ ...profile, id: '323456789012345678' })).toBe(first + 1)
})

test('keeps the servers a person is a member of now, under their newest name', async () => {
  const id = await accounts.signIn({ ...profile, guilds: [guild(1, 'Old name'), guild(2, 'Left soon')] })
  expect(await guildNames(id)).toEqual(['Left soon', 'Old name'])
  await accounts.signIn({ ...profile, guilds: [guild(1, 'New name'), guild(3, 'Joined'), guild(3, 'Joined')] })
  expect(await guildNames(id)).toEqual(['Joined', 'New name'])
})

test('keeps the servers as they were when the provider did not tell', async () => {
  const id = await accounts.signIn({ ...profile, guilds: [guild(4, 'Kept')] })
  await accounts.signIn(profile)
  expect(await guildNames(id)).toEqual(['Kept'])
  await accounts.signIn({ ...profile, guilds: [] })
  expect(await guildNames(id)).toEqual([])
})

test('knows nobody by a number that was not given', async () => {
  expect(await accounts.find(999_999)).toBeUndefined()
})
