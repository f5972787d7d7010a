import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { infrastructure, uniqueName } from '@kla/testkit'
import pg from 'pg'
import { kindsOf, OWNERS, provision, type SchemaAccess, unprovision } from '../../src/infrastructure/provision.js'

const database = uniqueName('kla_provision')
const options = { adminUrl: infrastructure().postgresUrl, database, passwordOf: (role: string) => `secret of ${role}` }
let auth: SchemaAccess

async function query(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query(sql).finally(() => client.end())
}

beforeAll(async () => {
  auth = (await provision(options)).auth
  await query(auth.ownerUrl, 'CREATE TABLE auth.things (id serial PRIMARY KEY, name text)')
})
afterAll(() => unprovision(options.adminUrl, database))

describe('provision', () => {
  test('lets a service read and write rows of tables that its owner creates later', async () => {
    await query(auth.appUrl, "INSERT INTO auth.things (name) VALUES ('a')")
    expect((await query(auth.appUrl, 'SELECT name FROM auth.things')).rows).toEqual([{ name: 'a' }])
  })

  test('lets no service change a table', async () => {
    await expect(query(auth.appUrl, 'ALTER TABLE auth.things ADD COLUMN x int')).rejects.toMatchObject({
      code: '42501',
    })
    await expect(query(auth.appUrl, 'CREATE TABLE auth.more (id int)')).rejects.toMatchObject({ code: '42501' })
  })

  test('hides the tables of other services', async () => {
    const { library } = await provision(options)
    await expect(query(library.appUrl, 'SELECT * FROM auth.things')).rejects.toMatchObject({ code: '42501' })
  })
})

describe('with further logins', () => {
  const further = { ...options, loginSuffix: '_b', passwordOf: (role: string) => `further secret of ${role}` }
  let again: SchemaAccess
  beforeAll(async () => {
    again = (await provision(further)).auth
  })
  afterAll(async () => {
    const drop = OWNERS.flatMap((owner) => kindsOf(owner).map((kind) => `DROP ROLE ${database}_${owner}_${kind}_b;`))
    await query(options.adminUrl, drop.join(' '))
  })

  test('accepts either password of a role', async () => {
    await query(again.appUrl, "INSERT INTO auth.things (name) VALUES ('b')")
    expect((await query(auth.appUrl, "SELECT name FROM auth.things WHERE name = 'b'")).rowCount).toBe(1)
    await expect(query(again.appUrl, 'DROP TABLE auth.things')).rejects.toMatchObject({ code: '42501' })
  })

  test('gives tables that the further owner makes to the role and access to the service', async () => {
    await query(again.ownerUrl, 'CREATE TABLE auth.later (id int)')
    const { rows } = await query(again.ownerUrl, "SELECT tableowner FROM pg_tables WHERE tablename = 'later'")
    expect(rows).toEqual([{ tableowner: `${database}_auth_owner` }])
    await query(auth.appUrl, 'INSERT INTO auth.later VALUES (1)')
    await query(auth.ownerUrl, 'ALTER TABLE auth.later ADD COLUMN name text')
  })

  test('keeps a locked login locked in later runs while the further one works', async () => {
    const locked = { code: '28000' }
    await query(options.adminUrl, `ALTER ROLE ${database}_auth_app NOLOGIN`)
    for (const run of [further, options]) {
      await provision(run)
      await expect(query(auth.appUrl, 'SELECT 1')).rejects.toMatchObject(locked)
      await query(again.appUrl, 'SELECT * FROM auth.things')
    }
    await query(options.adminUrl, `ALTER ROLE ${database}_auth_app LOGIN`)
  })
})
