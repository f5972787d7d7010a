import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Database } from '@kla/chassis'
import { createPeopleStore } from '../../src/people/store.js'
import { createAuditTables } from '../support/audit-tables.js'
import { seedBans, seedTickets } from '../support/many-rows.js'

let tables: Awaited<ReturnType<typeof createAuditTables>>
beforeAll(async () => {
  tables = await createAuditTables()
  await seedBans(tables.database, 20_000)
  await seedTickets(tables.database, 20_000)
  await tables.tamper(
    `INSERT INTO audit_log (seq, at_ms, actor_id, actor, action, subject_kind, subject_id, details, request_id, restricted,
       event_id, previous, hash)
     SELECT n, n, 1, 'mod', 'people.read', 'account', (n % 1000)::text, '{}', '', false, '', '', ''
     FROM generate_series(1, 50000) AS n`,
  )
  await tables.tamper(
    `INSERT INTO reports (id, created_at, reporter_id, reported_id, category, reason)
     SELECT 100000000 + n, now(), n % 1000, n % 997, 'spam', 'x' FROM generate_series(1, 20000) AS n`,
  )
  await tables.tamper('ANALYZE')
}, 120_000)
afterAll(() => tables.close())

test('reads each part of a page by indexes', async () => {
  const plans: string[] = []
  const query = async (text: string, values: unknown[]) => {
    const { rows } = await tables.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    return tables.database.query(text, values)
  }
  const people = createPeopleStore({ query } as unknown as Database)
  const history = await people.history(77, { after: 0, limit: 25 }, { grave: false })
  expect(history?.entries.map(({ seq }) => seq).slice(0, 2)).toEqual([49_077, 48_077])
  expect((await people.totals(77, { grave: false })).about.total).toBeGreaterThan(10)
  await people.tickets(77, 20)
  expect(plans).toHaveLength(3)
  expect(plans.filter((plan) => /Seq Scan on (audit_log|reports|tickets|bans)/.test(plan))).toEqual([])
})
