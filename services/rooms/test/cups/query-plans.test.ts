import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { createDatabase, type Database, newId } from '@kla/chassis'
import { isolatedSchema, quietLogger } from '@kla/testkit'
import { createCupStore } from '../../src/cups/cup-store.js'
import { createCupLists, createTieList } from '../../src/cups/list-store.js'

const CUPS = 5_000
const NOW_MS = Date.now()

let tables: Awaited<ReturnType<typeof isolatedSchema>>
let database: Database
let plans: string[]
let asked: string[]

/** Writes down the plan of every statement that is asked. */
const explaining = (): Database =>
  ({
    query: async (text: string, values: unknown[] = []) => {
      const { rows } = await database.query<{ 'QUERY PLAN': string }>(`EXPLAIN (VERBOSE) ${text}`, values)
      asked.push(text)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
      return database.query(text, values)
    },
  }) as unknown as Database

/** Of lists with their counts: the plans of the lists. */
const pages = (): string[] => plans.filter((plan) => !plan.startsWith('Aggregate'))

beforeAll(async () => {
  tables = await isolatedSchema(fileURLToPath(new URL('../../migrations', import.meta.url)), 'rooms')
  database = createDatabase({ url: tables.url, schema: tables.schema, log: quietLogger(), timeoutMs: 60_000 })
  // One in fifty is not over; each has had two ties, and players of its own.
  await database.query(
    `INSERT INTO cups SELECT gen_random_uuid(), 'Cup ' || n, 'rush', 'default', 64, 2,
       now() - n * interval '1 hour', now() - n * interval '1 hour', CASE n % 50 WHEN 0 THEN 'open' ELSE 'finished' END,
       0, '', now() - n * interval '1 hour', CASE n % 50 WHEN 0 THEN NULL ELSE now() - n * interval '1 hour' END,
       CASE n % 50 WHEN 0 THEN now() + n * interval '1 hour' END, 1, jsonb_build_object('name', repeat(md5(n::text), 50))
     FROM generate_series(1, ${CUPS}) AS n`,
  )
  await database.query(
    `INSERT INTO cup_ties SELECT id, '1-' || n, CASE WHEN ended_at IS NULL THEN 'disputed' ELSE 'over' END, created_at,
       '{}', '{}', '{}', false FROM cups, generate_series(1, 2) AS n`,
  )
  await database.query(`INSERT INTO cup_rooms SELECT gen_random_uuid(), id, '1-1' FROM cups`)
  await database.query(`INSERT INTO cup_players SELECT row_number() OVER (), id FROM cups`)
  await database.query('ANALYZE cups, cup_ties, cup_rooms, cup_players')
}, 60_000)
beforeEach(() => {
  plans = []
  asked = []
})
afterAll(async () => {
  await database.end()
  await tables.drop()
})

test("the players' list reads columns, no records", async () => {
  const cups = await createCupLists(explaining()).current(NOW_MS - 7 * 86_400_000, 50)
  expect(cups).toHaveLength(50)
  const all = plans.join('\n')
  expect(all).toContain('Index Scan using cups_live')
  expect(all).toContain('cups_ended')
  expect(all).not.toContain('Seq Scan')
  expect(all).not.toContain('record')
})

test('a page of all cups follows an index, newest first', async () => {
  const { cups, total } = await createCupLists(explaining()).all({ limit: 25, offset: 50 })
  expect(cups.map(({ name }) => name)).toEqual(Array.from({ length: 25 }, (_, at) => `Cup ${51 + at}`))
  expect(total).toBe(CUPS)
  expect(pages()).toEqual([expect.stringContaining('cups_newest')])
  expect(pages()[0]).not.toContain('record')
})

test('a page after a place follows the index and skips nothing', async () => {
  const { next } = await createCupLists(database).all({ limit: 25, offset: 2_000 })
  const { cups, total } = await createCupLists(explaining()).all({ limit: 25, offset: 0, after: next! })
  expect(cups.map(({ name }) => name)).toEqual(Array.from({ length: 25 }, (_, at) => `Cup ${2_026 + at}`))
  expect(total).toBe(0)
  const ties = createTieList(explaining())
  for (const filter of ['all', 'disputed'] as const) {
    const { next: place } = await createTieList(database).page(filter, { limit: 25, offset: 50 })
    await ties.page(filter, { limit: 25, offset: 0, after: place! })
  }
  const [ofCups, ofAll, ofDisputed, ...more] = plans
  expect(more).toEqual([])
  expect(ofCups).toContain('cups_newest')
  expect(ofAll).toContain('cups_newest')
  expect(ofDisputed).toContain('cup_ties_listed')
  // PostgreSQL names no OFFSET in a plan, but the statements have none.
  expect(asked.join('\n')).not.toContain('OFFSET')
  expect(plans.join('\n')).not.toContain('Seq Scan')
  expect([ofCups, ofAll].join('\n')).not.toContain('->  Sort')
})

test('a page of ties follows an index with every filter', async () => {
  const list = createTieList(explaining())
  const disputed = await list.page('disputed', { limit: 25, offset: 0 })
  const running = await list.page('running', { limit: 25, offset: 0 })
  const all = await list.page('all', { limit: 25, offset: 25 })
  expect([disputed.total, running.total, all.total]).toEqual([CUPS / 25, 0, CUPS * 2])
  expect(disputed.ties.map(({ listed }) => listed)).toEqual(disputed.ties.map(() => 'disputed'))
  const [ofDisputed, ofRunning, ofAll] = pages()
  expect(ofDisputed).toContain('cup_ties_listed')
  expect(ofRunning).toContain('cup_ties_listed')
  expect(ofAll).toContain('cups_newest')
  expect(pages().join('\n')).not.toContain('Seq Scan')
})

test('frequent queries read no more rows than they return', async () => {
  const store = createCupStore(explaining())
  await store.due(NOW_MS, 20)
  await store.ofPlayer(7)
  await store.tieOfRoom(newId())
  await store.find(newId())
  const [due, ofPlayer, tieOfRoom, find] = plans
  expect(due).toContain('cups_due')
  expect(ofPlayer).toContain('cup_players_pkey')
  expect(tieOfRoom).toContain('cup_rooms_pkey')
  expect(find).toContain('cups_pkey')
  expect(plans.join('\n')).not.toContain('Seq Scan')
})

test('finds no tie for a text that is not a room id', async () => {
  await expect(createCupStore(explaining()).tieOfRoom('room-1')).resolves.toBeUndefined()
  expect(plans).toEqual([])
})
