import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createDatabase, type Database, type Transaction } from '@kla/chassis'
import { isolatedSchema, quietLogger } from '@kla/testkit'
import type { QueryConfig } from 'pg'
import type { ProviderProfile } from '../../src/login/provider.js'
import { type AccountStore, createAccountStore } from '../../src/login/store.js'
import { createMemberStore } from '../../src/members/store.js'
import { findAccount } from '../../src/shared/accounts.js'
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

/** The same database, with the first words of its statements. */
function counted(): { readonly database: Database; readonly statements: string[] } {
  const statements: string[] = []
  const spied = <T extends object>(target: T, replaced: Readonly<Record<string, unknown>>): T =>
    new Proxy(target, {
      get(_, key) {
        if (typeof key === 'string' && Object.hasOwn(replaced, key)) return replaced[key]
        const value: unknown = Reflect.get(target, key, target)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
  const queryOf =
    (target: Pick<Transaction, 'query'>) =>
    (statement: string | QueryConfig, values?: unknown[]): unknown => {
      const { text } = typeof statement === 'string' ? { text: statement } : statement
      statements.push(text.trim().split(/\s/)[0] ?? '')
      return target.query(statement, values)
    }
  const connect = async (): Promise<Transaction> => {
    const tx = await database.connect()
    return spied(tx, { query: queryOf(tx) })
  }
  return { database: spied(database, { connect, query: queryOf(database) }), statements }
}

test('updates the account with the next login', async () => {
  const id = await accounts.signIn(profile)
  expect(await accounts.signIn({ ...profile, username: 'ada.l', globalName: '', email: null, avatar: '' })).toBe(id)
  expect(await findAccount(database, id)).toEqual({
    id,
    ageLocked: false,
    // Others see the suggested name, as before.
    nameRevision: 0,
    alias: expect.any(Number),
    onLeaderboards: true,
    playerName: expect.stringMatching(/^\w+ \w+ \d\d$/),
    shownAs: 'unchosen',
    username: 'ada.l',
    globalName: '',
    discordId: profile.id,
    avatar: '',
  })
  const { rows } = await database.query('SELECT email, last_login_at > created_at AS later FROM accounts')
  expect(rows).toEqual([{ email: null, later: true }])
})

test('gives an account another alias when others see its new name at Discord', async () => {
  const person = { ...profile, id: '133456789012345678', username: 'old.handle' }
  const id = await accounts.signIn(person)
  await database.query("UPDATE accounts SET shown_as = 'discord' WHERE id = $1", [id])
  const before = await findAccount(database, id)
  await accounts.signIn(person)
  expect(await findAccount(database, id)).toMatchObject({ alias: before!.alias, nameRevision: 0 })
  await accounts.signIn({ ...person, username: 'new.handle' })
  const after = await findAccount(database, id)
  expect(after).toMatchObject({ username: 'new.handle', nameRevision: 1 })
  expect(after!.alias).not.toBe(before!.alias)
})

test('draws ids of nine digits and keeps them across logins', async () => {
  const person = { ...profile, id: '223456789012345678' }
  const first = await accounts.signIn(person)
  expect(await accounts.signIn(person)).toBe(first)
  const others = await Promise.all(
    Array.from({ length: 20 }, (_, n) => accounts.signIn({ ...profile, id: `3234567890123456${10 + n}` })),
  )
  const ids = [first, ...others]
  expect(ids.every((id) => id >= 100_000_000 && id <= 999_999_999)).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  expect(others.some((id, at) => at > 0 && Math.abs(id - others[at - 1]!) > 1_000)).toBe(true)
})

test('draws again when a number is taken, as an id or as an alias', async () => {
  // Pairs of an id and an alias.
  const draws = [
    [7, 7],
    [7, 8],
    [7, 9],
    [9, 8],
    [9, 10],
  ].flat()
  let words = 0
  // Draws below 1,000 choose the words of names.
  const drawn = createAccountStore(database, (below) => (below > 1_000 ? draws.shift()! : (words += 7) % below))
  const one = await drawn.signIn({ ...profile, id: '423456789012345678' })
  expect(await findAccount(database, one)).toMatchObject({ id: 100_000_007, alias: 100_000_008 })
  const other = await drawn.signIn({ ...profile, id: '523456789012345678' })
  expect(await findAccount(database, other)).toMatchObject({ id: 100_000_009, alias: 100_000_010 })
  expect(draws).toEqual([])
})

test('gives a number to only one of several accounts that draw it at once', async () => {
  // Twelve numbers for at least as many draws: nearly all collide.
  let drawn = 0
  const few = createAccountStore(database, (below) => (below > 1_000 ? 1_000 + ((drawn += 7) % 41) : randomInt(below)))
  const people = Array.from({ length: 12 }, (_, n) => ({
    ...profile,
    id: `7234567890123456${10 + n}`,
    username: `p${n}`,
  }))
  const outcomes = await Promise.allSettled(people.map((person) => few.signIn(person)))
  // A race for an id ends one login; the next finds another number.
  for (const [at, { status }] of outcomes.entries()) if (status === 'rejected') await few.signIn(people[at]!)
  const { rows } = await database.query<{ id: number; alias: number }>(
    `SELECT id, alias FROM accounts WHERE discord_id LIKE '72345678901234561%' OR discord_id LIKE '72345678901234562%'`,
  )
  const numbers = rows.flatMap(({ id, alias }) => [id, alias])
  expect(rows).toHaveLength(12)
  expect(new Set(numbers).size).toBe(24)
  const { rows: owners } = await database.query<{ number: number; account_id: number }>(
    'SELECT number, account_id FROM account_numbers WHERE number = ANY ($1)',
    [numbers],
  )
  for (const { id, alias } of rows) {
    expect(
      owners
        .filter(({ account_id: owner }) => owner === id)
        .map(({ number }) => number)
        .sort(),
    ).toEqual([id, alias].sort())
  }
})

test('refuses, in the database, an account whose id is an alias', async () => {
  const id = await accounts.signIn({ ...profile, id: '623456789012345678' })
  const { alias } = (await findAccount(database, id))!
  const taken = database.query(
    `INSERT INTO accounts (id, discord_id, username) OVERRIDING SYSTEM VALUE VALUES ($1, '1', 'x')`,
    [alias],
  )
  await expect(taken).rejects.toThrow(/account_numbers/)
})

test('draws another name if one is taken, was taken recently, or is being taken', async () => {
  const ids = Array.from({ length: 8 }, (_, at) => 50 + at)
  const words: number[] = []
  const drawn = createAccountStore(database, (below) => (below > 1_000 ? ids.shift()! : words.shift()!))
  const nameOf = async (id: number) => (await findAccount(database, id))?.playerName
  words.push(0, 0, 0)
  const first = await drawn.signIn({ ...profile, id: '823456789012345670' })
  expect(await nameOf(first)).toBe('Amber Acorn 20')
  words.push(0, 0, 0, 1, 0, 0)
  const second = await drawn.signIn({ ...profile, id: '823456789012345671' })
  expect(await nameOf(second)).toBe('Autumn Acorn 20')
  await database.query('DELETE FROM accounts WHERE id = $1', [first])
  words.push(0, 0, 0, 2, 0, 0)
  expect(await nameOf(await drawn.signIn({ ...profile, id: '823456789012345672' }))).toBe('Azure Acorn 20')
})

test('gives different names to accounts created at the same time', async () => {
  const created = await Promise.all(
    Array.from({ length: 30 }, (_, n) => accounts.signIn({ ...profile, id: `9234567890123456${10 + n}` })),
  )
  const names = await Promise.all(created.map(async (id) => (await findAccount(database, id))?.playerName))
  expect(new Set(names).size).toBe(30)
})

test('creates one account for two concurrent first logins', async () => {
  const person = { ...profile, id: '623456789012345678' }
  const ids = await Promise.all(Array.from({ length: 8 }, () => accounts.signIn(person)))
  expect(new Set(ids).size).toBe(1)
})

test('gives a picture a key of its own until the picture changes', async () => {
  const person = { ...profile, id: '723456789012345678' }
  const id = await accounts.signIn(person)
  const members = createMemberStore(database)
  const keyNow = async () => (await members.find([id]))[0]?.avatarKey ?? ''
  const key = await keyNow()
  expect(key).toMatch(/^[A-Za-z0-9_-]{22}$/)
  expect(await members.findAvatar(key)).toBeUndefined()
  await database.query("UPDATE accounts SET shown_as = 'discord' WHERE id = $1", [id])
  expect(await members.findAvatar(key)).toEqual({ discordId: person.id, avatar: 'abc' })
  await accounts.signIn(person)
  expect(await keyNow()).toBe(key)
  await accounts.signIn({ ...person, avatar: 'def' })
  expect(await keyNow()).not.toBe(key)
  expect(await members.findAvatar(key)).toBeUndefined()
  await accounts.signIn({ ...person, avatar: '' })
  expect(await keyNow()).toBe('')
})

test('stores the current guilds under their newest names', async () => {
  const id = await accounts.signIn({ ...profile, guilds: [guild(1, 'Old name'), guild(2, 'Left soon')] })
  expect(await guildNames(id)).toEqual(['Left soon', 'Old name'])
  await accounts.signIn({ ...profile, guilds: [guild(1, 'New name'), guild(3, 'Joined'), guild(3, 'Joined')] })
  expect(await guildNames(id)).toEqual(['Joined', 'New name'])
})

test('keeps the guilds when the provider did not list them', async () => {
  const id = await accounts.signIn({ ...profile, guilds: [guild(4, 'Kept')] })
  await accounts.signIn(profile)
  expect(await guildNames(id)).toEqual(['Kept'])
  await accounts.signIn({ ...profile, guilds: [] })
  expect(await guildNames(id)).toEqual([])
})

test('finds no account by an unknown id', async () => {
  expect(await findAccount(database, 999_999)).toBeUndefined()
})

describe('a login has few statements', () => {
  const person = { ...profile, id: '143456789012345678', guilds: [guild(1, 'one'), guild(2, 'two')] }
  const name = ['BEGIN', 'SELECT', 'SELECT']

  test('a first one', async () => {
    const { database: spied, statements } = counted()
    const id = await createAccountStore(spied).signIn(person)
    expect(statements).toEqual(['WITH', ...name, 'WITH', 'COMMIT'])
    expect(await guildNames(id)).toEqual(['one', 'two'])
  })

  test('a later one', async () => {
    const { database: spied, statements } = counted()
    const id = await createAccountStore(spied).signIn({ ...person, guilds: [] })
    expect(statements).toEqual(['WITH'])
    expect(await guildNames(id)).toEqual([])
  })
})
