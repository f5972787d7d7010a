import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Database } from '@kla/chassis'
import { createDecisionReads } from '../../src/decisions/store.js'
import { createDeskStore } from '../../src/jobs/desk-store.js'
import { createJobStore } from '../../src/jobs/store.js'
import { createReadBacklog } from '../../src/overview/backlog.js'
import { createReportStore } from '../../src/reports/store.js'
import { createDeskErasingStore } from '../../src/retention/desk-store.js'
import { createTicketListStore } from '../../src/tickets/list-store.js'
import { createAuditTables } from '../support/audit-tables.js'
import { BUSY_ACCOUNT, seedDesk } from '../support/many-jobs.js'

const ROWS = 40_000

let tables: Awaited<ReturnType<typeof createAuditTables>>
beforeAll(async () => {
  tables = await createAuditTables()
  await seedDesk(tables.database, ROWS)
}, 240_000)
afterAll(() => tables.close())

/** A database that keeps the plans of what it is asked. */
function watched() {
  const plans: string[] = []
  const query = async (text: string, values: unknown[] = []) => {
    const { rows } = await tables.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    return tables.database.query(text, values)
  }
  return { plans, database: { query } as unknown as Database }
}

const SCAN = /Seq Scan on (jobs|decisions|decision_measures|appeals|reports|bans|tickets)/
const viewer = { administratorId: 1, visibility: { grave: true }, nowMs: Date.UTC(2027, 0, 1) }
const seen = { grave: true, limit: 50 }

const READS: [string, (database: Database) => Promise<unknown>][] = [
  ['first jobs', (database) => createJobStore(database).list({ after: undefined, limit: 50, mine: false }, viewer)],
  [
    'jobs far behind',
    (database) => {
      const after = { category: 'spam' as const, precedence: 1 as const, openedAtMs: Date.UTC(2026, 1, 1), id: 40_000 }
      return createJobStore(database).list({ after, limit: 50, mine: false }, viewer)
    },
  ],
  ['own jobs', (database) => createJobStore(database).list({ after: undefined, limit: 50, mine: true }, viewer)],
  ['a job', (database) => createJobStore(database).find(7, viewer)],
  [
    'the pending reports of a job',
    (database) => createReportStore(database).listPending({ subjectId: BUSY_ACCOUNT, grave: false }, 200),
  ],
  ['what waits', (database) => createDeskStore(database).waiting({ grave: true }, viewer.nowMs)],
  ['the backlog', (database) => createReadBacklog(database)()],
  ['decisions', (database) => createDecisionReads(database).list({ accountId: undefined, after: undefined }, seen)],
  [
    'decisions of an account',
    (database) => createDecisionReads(database).list({ accountId: BUSY_ACCOUNT, after: undefined }, seen),
  ],
  [
    'decisions of an account far behind',
    async (database) => {
      const after = await decisionFarBehind()
      return createDecisionReads(database).list({ accountId: BUSY_ACCOUNT, after }, seen)
    },
  ],
  ['open appeals', (database) => createDecisionReads(database).appeals({ openOnly: true, after: undefined }, seen)],
  [
    'all appeals far behind',
    async (database) => {
      const id = await appealFarBehind()
      return createDecisionReads(database).appeals({ openOnly: false, after: id }, seen)
    },
  ],
  [
    'closed jobs to erase',
    (database) =>
      createDeskErasingStore(database).erase('jobs', Date.UTC(2026, 0, 2), {
        limit: 100,
        entryOf: () => {
          throw new Error('jobs leave no entry')
        },
      }),
  ],
]

const one = async <T>(text: string, values: unknown[] = []): Promise<T> =>
  (await tables.database.query<{ it: T }>(text, values)).rows[0]!.it
const decisionFarBehind = () =>
  one<string>('SELECT id AS it FROM decisions WHERE account_id = $1 ORDER BY seq LIMIT 1 OFFSET 20', [BUSY_ACCOUNT])
const appealFarBehind = () => one<number>(`SELECT id AS it FROM appeals ORDER BY id LIMIT 1 OFFSET 20`)

test.each(READS)('reads %s by indexes', async (_what, read) => {
  const { plans, database } = watched()
  await read(database)
  expect(plans.length).toBeGreaterThan(0)
  expect(plans.filter((plan) => SCAN.test(plan))).toEqual([])
})

test('reads the decisions of an account by their index, not among those of all', async () => {
  for (const after of [undefined, await decisionFarBehind()]) {
    const { plans, database } = watched()
    await createDecisionReads(database).list({ accountId: BUSY_ACCOUNT, after }, seen)
    expect(plans[0]).toContain('decisions_of_account')
  }
})

test('finds closed jobs and their decisions by indexes', async () => {
  const { rows } = await tables.database.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT id FROM jobs WHERE closed_at <= $1 AND NOT EXISTS (SELECT FROM decisions WHERE job_id = jobs.id)
     ORDER BY closed_at LIMIT 100`,
    [new Date(Date.UTC(2026, 0, 2))],
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('jobs_to_erase')
  expect(plan).toContain('decisions_of_job')
})

test.each([0, 38_000])(
  'createTicketListStore reads what is due in the order of the index, from row %i on',
  async (offset) => {
    const any = { q: '', resolved: undefined, category: undefined, priority: undefined }
    for (const filter of [any, { ...any, state: 'open' as const }, { ...any, assigneeId: 3 }]) {
      const { plans, database } = watched()
      await createTicketListStore(database).list(filter, { limit: 50, offset }, 'due')
      expect(plans[0]).toMatch(/Index (Only )?Scan using tickets_(due|of_assignee)/)
      expect(plans[0]).not.toMatch(/Seq Scan on tickets|Gather/)
    }
  },
)

test('createTicketListStore seeks a place in the order of the index, and counts nothing', async () => {
  const any = { q: '', resolved: undefined, category: undefined, priority: undefined }
  const { plans, database } = watched()
  const page = { limit: 50, offset: 0, after: [1, 0, 2, 5_000] }
  const { total } = await createTicketListStore(database).list(any, page, 'due')
  expect(plans[0]).toMatch(/Index Cond: \(ROW\(.*resolved, .*waiting, .*ticket_urgency/)
  expect(plans[0]).not.toMatch(/Seq Scan on tickets|Gather|Aggregate/)
  expect(total).toBe(0)
})
