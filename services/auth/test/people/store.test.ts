import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createDatabase, type Database } from '@kla/chassis'
import { isolatedSchema, quietLogger } from '@kla/testkit'
import { createPersonStore, EVER_EXISTED, FIND } from '../../src/people/store.js'
import { MIGRATIONS } from '../harness.js'

let tables: Awaited<ReturnType<typeof isolatedSchema>>
let database: Database

beforeAll(async () => {
  tables = await isolatedSchema(MIGRATIONS, 'auth')
  database = createDatabase({ url: tables.url, schema: tables.schema, log: quietLogger(), timeoutMs: 60_000 })
  await database.query(
    `INSERT INTO accounts (discord_id, username, global_name, email, player_name)
     SELECT n, 'p_' || substr(md5(n::text), 1, 8), 'G' || md5('g' || n), md5('e' || n) || '@players.example', 'N' || md5('n' || n)
     FROM generate_series(1, 5000) AS n`,
  )
  await database.query('ANALYZE accounts; ANALYZE account_numbers')
}, 60_000)
afterAll(async () => {
  await database.end()
  await tables.drop()
})

async function planOf(sql: string, values: unknown[]): Promise<string> {
  const { rows } = await database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, values)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test('reads indexes alone for text of three characters and more', async () => {
  const plan = await planOf(FIND, ['C4CA4238', 10, null])
  expect(plan).toContain('accounts_by_trigram_folded')
  expect(plan).toContain('accounts_by_player_name_trigram_folded')
  expect(plan).toContain('accounts_discord_id_key')
  expect(plan).not.toContain('Seq Scan')
})

test.each(['qz', 'j.'])('reads indexes alone for %j, which has no trigrams', async (text) => {
  const plan = await planOf(FIND, [text, 10, null])
  expect(plan).toContain('Bitmap Index Scan on accounts_by_username_folded')
  expect(plan).not.toMatch(/Seq Scan|trigram/)
})

test('finds exact names before the newest of many that begin with them', async () => {
  await database.query(`
    INSERT INTO accounts (discord_id, username) VALUES ('exact', 'zq');
    INSERT INTO accounts (discord_id, username) SELECT 'more' || n, 'zq' || n FROM generate_series(1, 1500) AS n`)
  const [first, ...others] = await createPersonStore(database).find('ZQ', 3)
  const { rows } = await database.query<{ id: number }>("SELECT id FROM accounts WHERE discord_id = 'exact'")
  expect(first).toBe(rows[0]?.id)
  expect(others).toHaveLength(2)
})

test('reads the primary key alone to know whether an account ever existed', async () => {
  const plan = await planOf(EVER_EXISTED, [4_711])
  expect(plan).toContain('account_numbers_pkey')
  expect(plan).not.toContain('Seq Scan')
})
