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
  expect(plan).not.toMatch(/Seq Scan/)
}, 60_000)

test('measureBacklog reports no number when the backlog cannot be read', async () => {
  const metrics = createMetrics('test')
  measureBacklog(metrics, () => Promise.reject(new Error('gone')))
  expect(await metrics.registry.metrics()).toMatch(/kla_moderation_waiting\{queue="child-safety",.*\} NaN\n/i)
})
