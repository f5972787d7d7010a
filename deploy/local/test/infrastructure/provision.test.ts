import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { infrastructure, uniqueName } from '@kla/testkit'
import pg from 'pg'
import { provision, unprovision, type SchemaAccess } from '../../src/infrastructure/provision.js'

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

test('a service reads and writes rows of tables that its owner creates later', async () => {
  await query(auth.appUrl, "INSERT INTO auth.things (name) VALUES ('a')")
  expect((await query(auth.appUrl, 'SELECT name FROM auth.things')).rows).toEqual([{ name: 'a' }])
})

test('a service changes no table', async () => {
  await expect(query(auth.appUrl, 'ALTER TABLE auth.things ADD COLUMN x int')).rejects.toMatchObject({ code: '42501' })
  await expect(query(auth.appUrl, 'CREATE TABLE auth.more (id int)')).rejects.toMatchObject({ code: '42501' })
})

test('a service does not see the tables of another one', async () => {
  const { library } = await provision(options)
  await expect(query(library.appUrl, 'SELECT * FROM auth.things')).rejects.toMatchObject({ code: '42501' })
})
