import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createMetrics, type Database } from '@kla/chassis'
import { vacuum } from '@kla/testkit'
import { createReadBacklog, measureBacklog } from '../../src/overview/backlog.js'
import { createAuditTables } from '../support/audit-tables.js'
import { seedReports } from '../support/many-reports.js'
import { seedTickets } from '../support/many-rows.js'

let tables: Awaited<ReturnType<typeof createAuditTables>>
beforeAll(async () => {
  tables = await createAuditTables()
}, 60_000)
afterAll(() => tables.close())

const statement = async (): Promise<string> => {
  let sent = ''
  const query = async (text: string): Promise<{ rows: never[] }> => {
    sent = text
    return { rows: [] }
  }
  await createReadBacklog({ query } as unknown as Database)()
  return sent
}

test('createReadBacklog returns zeros for empty tables', async () => {
  expect(await createReadBacklog(tables.database)()).toEqual({
    childSafety: 0,
    childSafetyOldest: 0,
    reports: 0,
    reportsOldest: 0,
    tickets: 0,
    ticketsOldest: 0,
    graveJobs: 0,
    graveJobsOverdue: 0,
    jobs: 0,
    jobsOverdue: 0,
    appeals: 0,
    appealsOverdue: 0,
  })
})

test('createReadBacklog counts by queue with the age of the oldest, using only indexes', async () => {
  const { database } = tables
  await seedReports(database, 20_000)
  await seedTickets(database, 20_000)
  await database.query(`UPDATE reports SET hidden_at = now() WHERE status = 'pending' AND id % 7 = 0`)
  await database.query(
    `UPDATE reports SET created_at = now() - interval '2 hours' WHERE grave AND status = 'pending' AND hidden_at IS NULL`,
  )
  await vacuum(database, 'reports')
  const count = async (where: string): Promise<number | undefined> =>
    (await database.query<{ n: number }>(`SELECT count(*) AS n FROM ${where}`)).rows[0]?.n
  const backlog = await createReadBacklog(database)()
  const waiting = `status = 'pending' AND hidden_at IS NULL`
  expect(backlog.childSafety).toBe(await count(`reports WHERE ${waiting} AND grave`))
  expect(backlog.reports).toBe(await count(`reports WHERE ${waiting} AND NOT grave`))
  expect(backlog.tickets).toBe(await count('tickets WHERE NOT resolved'))
  expect(backlog.childSafety).toBeGreaterThan(0)
  expect(backlog.childSafetyOldest).toBeGreaterThanOrEqual(7_200)
  expect(backlog.childSafetyOldest).toBeLessThan(7_300)
  const { rows } = await database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${await statement()}`)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  // Reading the empty tables whole is right.
  expect(plan).not.toMatch(/Seq Scan on (reports|tickets)/)
}, 60_000)

test('createReadBacklog counts open jobs and appeals, and overdue ones', async () => {
  const { database } = tables
  await database.query(
    `INSERT INTO jobs (id, subject_id, grave, category, opened_at, due_at, reports, reporters, closed_at)
     SELECT id, id, grave, 'spam', now() - interval '2 hours', now() + due, 1, 1, closed
     FROM (VALUES (1, true, interval '-1 hour', NULL::timestamptz), (2, false, '-1 hour', NULL), (3, false, '-1 second', NULL),
       (4, false, '1 hour', NULL), (5, false, '-1 hour', now()), (6, true, '1 hour', NULL)) AS made (id, grave, due, closed)`,
  )
  await database.query(
    `WITH decided AS (
       INSERT INTO decisions (id, account_id, job_id, grave, outcome, rule, facts, basis, letter, report_ids, decided_by_id,
         decided_by, decided_at, appeal_until)
       SELECT gen_random_uuid(), 1, 1, false, 'dismissed', '', '', '{}', '', '{1}', 1, 'mod', now(), now()
       FROM generate_series(1, 3) RETURNING id
     ), numbered AS (SELECT id, row_number() OVER () AS n FROM decided)
     INSERT INTO appeals (decision_id, text, opened_at, due_at, state, decided_at)
     SELECT id, 't', now(), now() + CASE WHEN n = 1 THEN interval '1 day' ELSE interval '-1 day' END,
       CASE WHEN n = 3 THEN 'upheld' ELSE 'open' END, CASE WHEN n = 3 THEN now() END FROM numbered`,
  )
  const counts = { graveJobs: 2, graveJobsOverdue: 1, jobs: 3, jobsOverdue: 2, appeals: 2, appealsOverdue: 1 }
  expect(await createReadBacklog(database)()).toMatchObject(counts)

  const metrics = createMetrics('test')
  measureBacklog(metrics, createReadBacklog(database))
  const text = await metrics.registry.metrics()
  const value = (queue: string, state: string) =>
    new RegExp(`kla_moderation_jobs\\{queue="${queue}",state="${state}",.*\\} (\\d+)\\n`).exec(text)?.[1]
  expect([value('child-safety', 'overdue'), value('reports', 'open'), value('appeals', 'overdue')]).toEqual([
    '1',
    '3',
    '1',
  ])
})

test('measureBacklog reports no number when the backlog cannot be read', async () => {
  const metrics = createMetrics('test')
  measureBacklog(metrics, () => Promise.reject(new Error('gone')))
  expect(await metrics.registry.metrics()).toMatch(/kla_moderation_waiting\{queue="child-safety",.*\} NaN\n/i)
})
