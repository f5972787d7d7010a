import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createDatabase, type Database } from '@kla/chassis'
import { isolatedSchema, quietLogger } from '@kla/testkit'
import { createMembers } from '../../src/members/index.js'
import { createGuildStore, createMemberStore, PAGE, PAGE_AFTER, SEARCH, SEARCH_AFTER } from '../../src/members/store.js'
import { MIGRATIONS } from '../harness.js'

const ACCOUNTS = 5_000

let tables: Awaited<ReturnType<typeof isolatedSchema>>
let database: Database

beforeAll(async () => {
  tables = await isolatedSchema(MIGRATIONS, 'auth')
  database = createDatabase({ url: tables.url, schema: tables.schema, log: quietLogger(), timeoutMs: 60_000 })
  await database.query(
    `INSERT INTO accounts (discord_id, username, global_name, email)
     SELECT n, 'p_' || substr(md5(n::text), 1, 8), 'G' || md5('g' || n), md5('e' || n) || '@players.example'
     FROM generate_series(1, ${ACCOUNTS}) AS n`,
  )
  await database.query('ANALYZE accounts')
}, 60_000)
afterAll(async () => {
  await database.end()
  await tables.drop()
})

async function planOf(sql: string, values: readonly unknown[]): Promise<string> {
  const { rows } = await database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, [...values])
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test('reads an index for a search of three characters and more', async () => {
  const plan = await planOf(SEARCH, ['C4CA4238', 10, 0])
  expect(plan).toContain('Bitmap Index Scan on accounts_by_trigram_folded')
  expect(plan).toContain('Bitmap Index Scan on accounts_by_player_name_trigram_folded')
  expect(plan).not.toContain('Seq Scan')
})

test.each(['qz', 'j.', '42', '❤'])('reads indexes of names for %j, which has no trigrams', async (text) => {
  for (const plan of [await planOf(SEARCH, [text, 10, 0]), await planOf(SEARCH_AFTER, [10, 0, 1, text])]) {
    expect(plan.match(/Bitmap Index Scan on accounts_by_\w+/g)?.map((scan) => scan.slice(33))).toEqual([
      ...['username_folded', 'global_name_folded', 'player_name_folded'],
    ])
    expect(plan).not.toContain('Seq Scan')
  }
})

test('forgets guilds that have had no members for a day', async () => {
  await database.query(`
    INSERT INTO guilds (id, name, last_seen)
    SELECT n, 'Guild ' || n, now() - n % 3 * interval '1 day 1 second' FROM generate_series(1, 2400) AS n;
    INSERT INTO account_guilds (account_id, guild_id) SELECT 1, n FROM generate_series(1, 1200) AS n`)
  const guilds = createGuildStore(database)
  for (let after: string | undefined = ''; after !== undefined;) after = await guilds.forgetEmpty(after)
  const { rows } = await database.query<{ kept: string[] }>('SELECT array_agg(id ORDER BY id::int) AS kept FROM guilds')
  const kept = Array.from({ length: 2_400 }, (_, at) => at + 1).filter((n) => n <= 1_200 || n % 3 === 0)
  expect(rows[0]?.kept).toEqual(kept.map(String))
})

test('searches once for all pages of an export, and once to count', async () => {
  const searches: string[] = []
  const counted = {
    query: (text: string, values: unknown[]) => {
      if (text.includes('search_pattern')) searches.push(text)
      return database.query(text, values)
    },
  }
  const { handlers } = createMembers({
    database: counted as unknown as Database,
    audit: { record: async () => undefined },
    log: quietLogger(),
    now: Date.now,
  })
  const call = { administrator: async () => ({ id: 3, name: 'mo' }) } as unknown as Parameters<
    typeof handlers.exportMembers
  >[1]
  let rows = 0
  const list = { q: 'players.example', page: 1, pageSize: 0, after: undefined }
  for await (const { members } of handlers.exportMembers({ list }, call)) rows += members.length
  expect(rows).toBe(ACCOUNTS)
  expect(searches).toHaveLength(2)
})

test('skips earlier rows in the index alone for a page far from the first', async () => {
  const plan = await planOf(PAGE, [10, ACCOUNTS / 2])
  expect(plan).toContain('Index Only Scan Backward using accounts_by_age')
  expect(plan).not.toContain('Seq Scan')
  const { members } = await createMemberStore(database).search({ text: '', limit: 2, offset: ACCOUNTS - 2 })
  expect(members.map(({ id }) => id)).toEqual([2, 1])
})

test('seeks the place of a cursor in the index', async () => {
  const plan = await planOf(PAGE_AFTER, [10, Date.now() * 1_000, ACCOUNTS / 2])
  expect(plan).toContain('Index Only Scan Backward using accounts_by_age')
  expect(plan).toMatch(/Index Cond: \(ROW\(created_at, id\) </)
})

test.each(['', 'p_a', 'p'])('walks all members with %j while others arrive', async (text) => {
  const members = createMemberStore(database)
  const before = (await members.search({ text, limit: 2 * ACCOUNTS, offset: 0 })).members.map(({ id }) => id)
  const walked: number[] = []
  let arrived = 0
  for (let after: Parameters<typeof members.search>[0]['after'], more = true; more;) {
    const page = await members.search({ text, limit: 900, offset: 0, ...(after && { after }) })
    walked.push(...page.members.map(({ id }) => id))
    after = page.next
    more = page.next !== undefined
    await database.query(
      `INSERT INTO accounts (discord_id, username, global_name) VALUES ($1, 'p_a' || $1, 'e') RETURNING id`,
      [`${text}-${(arrived += 1)}`],
    )
  }
  expect(walked).toEqual(before)
  await database.query(`DELETE FROM accounts WHERE global_name = 'e'`)
})

test('finds the same with and without the index', async () => {
  const members = createMemberStore(database)
  for (const text of ['c4ca4238', 'abc', '1999', 'players.example']) {
    const { rows } = await database.query<{ total: number }>(
      'SELECT count(*) AS total FROM accounts WHERE strpos(search_text, $1) > 0',
      [text],
    )
    expect(await members.search({ text, limit: 10, offset: 0 })).toMatchObject({ total: rows[0]?.total })
  }
  expect((await members.search({ text: 'players.example', limit: 10, offset: 0 })).total).toBe(ACCOUNTS)
})
