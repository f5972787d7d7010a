import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createDatabase, type Database } from '@kla/chassis'
import { REPORT_SORTS } from '@kla/proto/web'
import { isolatedSchema, quietLogger } from '@kla/testkit'
import type { ReportFilter } from '../../src/reports/rules/query.js'
import { reportListSql } from '../../src/reports/store.js'
import { seedReports } from '../support/many-reports.js'

const REPORTS = 100_000
let database: Database
let drop: () => Promise<void>

beforeAll(async () => {
  const schema = await isolatedSchema(fileURLToPath(new URL('../../migrations', import.meta.url)), 'moderation')
  drop = schema.drop
  database = createDatabase({ url: schema.url, schema: schema.schema, log: quietLogger(), timeoutMs: 120_000 })
  await seedReports(database, REPORTS)
}, 120_000)
afterAll(async () => {
  await database.end()
  await drop()
})

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly PlanNode[]
}

/** How the table is read, for a page and its total. */
async function readsOf(filter: ReportFilter, sort: (typeof REPORT_SORTS)[number], offset: number, grave: boolean) {
  const { text, values } = reportListSql({ filter, sort, page: { limit: 50, offset } }, { grave })
  const { rows } = await database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`EXPLAIN (FORMAT JSON) ${text}`, values)
  const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)]
  const all = rows.flatMap((row) => nodes(row['QUERY PLAN'][0].Plan))
  return all.filter((node) => node['Relation Name'] === 'reports').map((node) => node['Node Type'])
}

const FILTERS: readonly ReportFilter[] = [
  {},
  { status: 'pending' },
  { category: 'spam' },
  { category: 'possible_minor' },
  { reporterId: 5 },
  { reportedId: 7 },
  { status: 'pending', category: 'abuse' },
  { status: 'dismissed', reporterId: 5 },
  { category: 'abuse', reportedId: 7 },
  { status: 'pending', category: 'abuse', reporterId: 5, reportedId: 7 },
]

test.each(FILTERS.map((filter) => [filter]))(
  'reportListSql uses indexes for %j, in each order and on far pages',
  async (filter) => {
    for (const sort of REPORT_SORTS) {
      for (const offset of [0, 5_000, REPORTS - 2_000]) {
        for (const grave of [true, false]) {
          const reads = await readsOf(filter, sort, offset, grave)
          // The rows of the page itself are all that is fetched from the table.
          expect(reads).toContain('Index Only Scan')
          expect(reads).not.toContain('Seq Scan')
        }
      }
    }
  },
)

test('reportListSql seeks a place without reading the rows before it', async () => {
  const status = ['pending', 1_767_300_000_000_000, 500_000_000]
  const category = ['abuse', 1_767_300_000_000_000, 500_000_000]
  const places = { newest: status.slice(1), oldest: status.slice(1), status, category }
  for (const sort of REPORT_SORTS) {
    const page = { limit: 50, offset: 0, after: places[sort] }
    const { text, values } = reportListSql({ filter: {}, sort, page }, { grave: true })
    const { rows } = await database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect({ sort, plan }).toEqual({
      sort,
      plan: expect.stringMatching(/Index Cond: .*ROW\(.*created_at, .*id\) [<>]/),
    })
    expect(plan).not.toMatch(/Seq Scan on reports|CTE Scan on found/)
  }
})

test.each(['#4711', 'no such words', 'ПРИВЕТ #42', '100%'])('reportListSql finds %s by trigrams', async (q) => {
  for (const sort of REPORT_SORTS) {
    for (const offset of [0, 5_000]) {
      for (const filter of [{ q }, { q, status: 'pending' as const }]) {
        const reads = await readsOf(filter, sort, offset, false)
        expect(reads).toContain('Bitmap Heap Scan')
        expect(reads).not.toContain('Seq Scan')
      }
    }
  }
})
