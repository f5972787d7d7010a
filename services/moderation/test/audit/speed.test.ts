import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { inTransaction } from '@kla/chassis'
import { AUDIT_READS } from '@kla/proto/web'
import { pageQuery } from '../../src/audit/pages-store.js'
import type { AuditSearch } from '../../src/audit/rules/input.js'
import { type AuditTables, createAuditTables } from '../support/audit-tables.js'

const ENTRIES = 200_000
const ACTORS = 20
const ACTIONS = 30
const KINDS = 6
/** Most of the log, as in real life: the most frequent actions. */
const READS = AUDIT_READS.slice(0, 5)
const LIMIT = 50
/** A page of each group of the widest search, for a kind: open and restricted ones of each actor and action. */
const ROWS_READ_MAX = (LIMIT + 1) * ACTORS * (ACTIONS / KINDS) * 2
/** Without the reads and without another filter, each other group. */
const CHANGES_READ_MAX = (LIMIT + 1) * ACTORS * (ACTIONS - READS.length) * 2
const START_MS = 1_700_000_000_000

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

let tables: AuditTables
beforeAll(async () => {
  tables = await createAuditTables()
  // Few do most, some actions are rare, and each is about one kind of thing.
  await tables.tamper(
    `INSERT INTO audit_log (seq, at_ms, actor_id, actor, action, subject_kind, subject_id, details, request_id,
                            restricted, event_id, previous, hash)
     SELECT n, $2::bigint + n * 1000, 1, 'mod' || actor,
            coalesce(($6::text[])[action + 1], 'action.' || action), 'kind' || action % $5::int,
            CASE WHEN action % 3 = 0 THEN '' ELSE (n % 20000)::text END, '{}', 'r' || n, n % 50 = 0, '', '', ''
     FROM generate_series(1, $1::int) AS n,
       LATERAL (SELECT floor($3::int * power(abs(hashint4(n)::bigint) / 2147483649.0, 3))::int AS actor) AS a,
       LATERAL (SELECT floor($4::int * power(abs(hashint4(-n)::bigint) / 2147483649.0, 3))::int AS action) AS b`,
    [ENTRIES, START_MS, ACTORS, ACTIONS, KINDS, READS],
  )
  await tables.tamper('INSERT INTO audit_groups SELECT DISTINCT actor, action, subject_kind, restricted FROM audit_log')
  await tables.database.query('VACUUM ANALYZE audit_log, audit_groups')
}, 120_000)
afterAll(() => tables.close())

async function plansOf(search: AuditSearch, grave: boolean, place?: Parameters<typeof pageQuery>[2]): Promise<Plan[]> {
  const { text, values } = pageQuery(search, grave, place)
  const rows = await inTransaction(tables.database, async (tx) => {
    // What runs beside this on the same server can keep the vacuum from marking pages as visible to all; then a bitmap of
    // few expected rows looks as good as the index's order.
    await tx.query('SET LOCAL enable_bitmapscan = off')
    const explained = await tx.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`,
      values,
    )
    return explained.rows
  })
  const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)]
  return rows.flatMap((row) => flat(row['QUERY PLAN'][0].Plan))
}

const rowsRead = (plan: Plan): number =>
  plan['Actual Loops'] * (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0))

const filters: Partial<AuditSearch>[] = [
  { actor: 'mod0' }, // of very many entries
  { actor: 'mod19' }, // of few
  { action: READS[0]! },
  { action: 'action.29' },
  { subjectKind: 'kind5' },
  { subjectId: '77' },
  { changesOnly: true },
]
const combine = (some: readonly Partial<AuditSearch>[]): Partial<AuditSearch>[] =>
  some.reduce<Partial<AuditSearch>[]>((all, one) => [...all, ...all.map((other) => ({ ...other, ...one }))], [{}])
const searches = [...new Set(combine(filters).map((one) => JSON.stringify(one)))]
const ranges: Partial<AuditSearch>[] = [
  {},
  { fromMs: START_MS + 1_000_000, toMs: START_MS + 3_000_000 },
  { toMs: START_MS + 100_000_000 },
]

describe.each(searches)('pageQuery of %s in 200,000 entries', (search) => {
  test.each(ranges)('reads the matches within %j in order, and few others', async (range) => {
    for (const grave of [false, true]) {
      const plans = await plansOf({ limit: LIMIT, ...JSON.parse(search), ...range }, grave)
      const onLog = plans.filter((plan) => plan['Relation Name'] === 'audit_log')
      expect(onLog.map((plan) => plan['Node Type'])).not.toContain('Seq Scan')
      const changesAlone = search === JSON.stringify({ changesOnly: true })
      expect(Math.max(...onLog.map(rowsRead))).toBeLessThanOrEqual(changesAlone ? CHANGES_READ_MAX : ROWS_READ_MAX)
    }
  })
})

test('pageQuery reads as little for a far page as for the first', async () => {
  for (const search of [{}, { actor: 'mod0' }]) {
    const plans = await plansOf({ limit: LIMIT, ...search }, false, { at_ms: START_MS + 3_001_000, seq: 3_001 })
    const onLog = plans.filter((plan) => plan['Relation Name'] === 'audit_log')
    expect(onLog.map((plan) => plan['Node Type'])).not.toContain('Seq Scan')
    expect(Math.max(...onLog.map(rowsRead))).toBeLessThanOrEqual(ROWS_READ_MAX)
  }
})
