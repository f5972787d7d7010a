import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createBus, inTransaction } from '@kla/chassis'
import type { AuditEntry, ListAuditRequest } from '@kla/proto'
import type { Permission } from '@kla/proto/web'
import { infrastructure, quietLogger, refusalOf, walkList } from '@kla/testkit'
import { appendAudit } from '../../src/audit/log-store.js'
import { createAuditPages } from '../../src/audit/pages-store.js'
import { anEntry } from '../support/audit-entries.js'
import { createDesk, type Desk } from '../support/decisions.js'
import { deriveAllJobs } from '../support/derive-all-jobs.js'
import { seedDesk } from '../support/many-jobs.js'

const REPORTS = 1_200
const OPEN_JOBS = 450
const GRAVE: Permission = 'reports.grave'

let desk: Desk
beforeAll(async () => {
  // All suites share one event stream: events of others must not interfere.
  const bus = await createBus({ url: infrastructure().natsUrl, name: 'exports-test', log: quietLogger() })
  const consumer = { close: () => Promise.resolve() }
  desk = await createDesk({ bus: { ...bus, consumeEvents: () => Promise.resolve(consumer) } })
  await seedDesk(desk.database, REPORTS)
  await desk.database.query(
    `INSERT INTO reports (id, created_at, reporter_id, reported_id, category, reason)
     SELECT 300000000 + n, timestamptz '2026-06-01' + n % 7 * interval '1 second', 1, 20000 + n,
       CASE WHEN n % 10 = 0 THEN 'possible_minor' ELSE 'abuse' END::report_category, 'r'
     FROM generate_series(1, ${OPEN_JOBS}) AS n`,
  )
  await deriveAllJobs(desk.database)
  await desk.database.query(`UPDATE appeals SET state = 'open', answer = '', decided_at = NULL WHERE id % 10 = 0`)
}, 120_000)
afterAll(() => desk.close())

async function lastEntry() {
  const { rows } = await desk.database.query<{ action: string; restricted: boolean; details: string }>(
    'SELECT action, restricted, details FROM audit_log ORDER BY at_ms DESC, seq DESC LIMIT 1',
  )
  return { ...rows[0]!, details: JSON.parse(rows[0]!.details) as Record<string, unknown> }
}

interface Part<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}
async function whole<Row>(parts: AsyncIterable<Part<Row>>): Promise<{ rows: Row[]; totals: number[] }> {
  const rows: Row[] = []
  const totals = new Set<number>()
  for await (const part of parts) {
    rows.push(...part.rows)
    totals.add(part.total)
  }
  return { rows, totals: [...totals] }
}

const page = { after: '', limit: 200 }
/** Each export as ids, with the list that it has to have. */
const EXPORTS = {
  jobs: {
    permission: 'reports.read',
    async *read(context: { principal: string }) {
      for await (const { jobs, total } of desk.desk.exportJobs({ list: { ...page, mine: false } }, context))
        yield { rows: jobs.map(({ id }) => id), total }
    },
    async list(context: { principal: string }, after: string) {
      const { jobs, next } = await desk.desk.listJobs({ ...page, after, mine: false }, context)
      return { ids: jobs.map(({ id }) => id), next: next || undefined }
    },
  },
  decisions: {
    permission: 'reports.read',
    async *read(context: { principal: string }) {
      for await (const { decisions, total } of desk.client.exportDecisions(
        { list: { ...page, accountId: 0 } },
        context,
      ))
        yield { rows: decisions.map(({ id }) => id), total }
    },
    async list(context: { principal: string }, after: string) {
      const { decisions, next } = await desk.client.listDecisions({ ...page, after, accountId: 0 }, context)
      return { ids: decisions.map(({ id }) => id), next: next || undefined }
    },
  },
  appeals: {
    permission: 'reports.decide',
    async *read(context: { principal: string }) {
      for await (const { appeals, total } of desk.client.exportAppeals({ list: { ...page, open: false } }, context))
        yield { rows: appeals.map(({ id }) => id), total }
    },
    async list(context: { principal: string }, after: string) {
      const { appeals, next } = await desk.client.listAppeals({ ...page, after, open: false }, context)
      return { ids: appeals.map(({ id }) => id), next: next || undefined }
    },
  },
} as const

const CASES = (Object.keys(EXPORTS) as (keyof typeof EXPORTS)[]).flatMap((name) =>
  [true, false].map((grave) => ({ name, grave })),
)

describe.each(CASES)('the export of $name with sight of grave reports: $grave', ({ name, grave }) => {
  const { permission, read, list } = EXPORTS[name]
  const may = () => desk.may(permission, ...(grave ? [GRAVE] : []))

  test('streams what the list has, in an order that no change alters', async () => {
    const listed = await walkList<number | string, string>(async (after) => list(await may(), after ?? ''))
    const { rows, totals } = await whole<number | string>(read(await may()))
    expect(rows.length).toBeGreaterThan(name === 'appeals' ? 100 : 200)
    // The queue's order changes with what is reported.
    expect(rows).toEqual(name === 'jobs' ? listed.map(Number).sort((one, other) => other - one) : listed)
    expect(totals).toEqual([rows.length])
  })

  test('leaves its entry before the first part, restricted with sight of grave reports', async () => {
    for await (const { total } of read(await may())) {
      const entry = await lastEntry()
      expect(entry).toMatchObject({ action: `${name}.export`, restricted: grave, details: { rows: total } })
      break
    }
  })
})

describe('exports of the desk', () => {
  test('have no row of grave reports for who may not see them', async () => {
    const rows = await desk.database.query<{ jobs: number; decisions: number; appeals: number }>(
      `SELECT (SELECT count(*) FROM jobs WHERE closed_at IS NULL AND NOT grave) AS jobs,
         (SELECT count(*) FROM decisions WHERE NOT grave) AS decisions,
         (SELECT count(*) FROM appeals JOIN decisions ON decisions.id = decision_id WHERE NOT grave) AS appeals`,
    )
    for (const name of Object.keys(EXPORTS) as (keyof typeof EXPORTS)[]) {
      const { permission, read } = EXPORTS[name]
      const some = await whole<number | string>(read(await desk.may(permission)))
      const all = await whole<number | string>(read(await desk.may(permission, GRAVE)))
      expect([name, some.rows.length]).toEqual([name, rows.rows[0]![name]])
      expect(all.rows.length).toBeGreaterThan(some.rows.length)
    }
  })

  test('take the filters of their lists', async () => {
    const account = 77
    const decisions = await whole(
      (async function* () {
        const list = { ...page, accountId: account }
        for await (const { decisions: rows, total } of desk.client.exportDecisions(
          { list },
          await desk.may('reports.read'),
        ))
          yield { rows, total }
      })(),
    )
    expect(new Set(decisions.rows.map(({ accountId }) => accountId))).toEqual(new Set([account]))
    expect(decisions.totals).toEqual([decisions.rows.length])
    const appeals = await whole(
      (async function* () {
        const list = { ...page, open: true }
        for await (const { appeals: rows, total } of desk.client.exportAppeals(
          { list },
          await desk.may('reports.decide'),
        ))
          yield { rows, total }
      })(),
    )
    expect(new Set(appeals.rows.map(({ state }) => state))).toEqual(new Set(['open']))
    expect(appeals.totals).toEqual([appeals.rows.length])
    const mine = await whole(
      (async function* () {
        for await (const { jobs: rows, total } of desk.desk.exportJobs(
          { list: { ...page, mine: true } },
          await desk.may('reports.read'),
        ))
          yield { rows, total }
      })(),
    )
    expect(mine).toEqual({ rows: [], totals: [0] })
  })

  test('have each job once, whatever is reported between two pages', async () => {
    const { client } = desk.auth
    const { lookUpAccounts } = client
    const swap = `UPDATE jobs SET category = CASE category WHEN 'abuse' THEN 'harassment' ELSE 'abuse' END::report_category
      WHERE category IN ('abuse', 'harassment')`
    Object.assign(client, {
      lookUpAccounts: async (...given: Parameters<typeof lookUpAccounts>) => {
        Object.assign(client, { lookUpAccounts })
        await desk.database.query(swap)
        return lookUpAccounts(...given)
      },
    })
    const { rows, totals } = await whole<number>(EXPORTS.jobs.read(await desk.may('reports.read', GRAVE)))
    expect([rows.length, new Set(rows).size]).toEqual([totals[0], totals[0]])
    await desk.database.query(swap)
  })

  test.each(Object.entries(EXPORTS))('refuse %s without the permission', async (_name, { read }) => {
    await expect(refusalOf(whole<number | string>(read(await desk.may('tickets.read'))))).resolves.toBe('NOT_ALLOWED')
  })
})

describe('ExportAudit', () => {
  const ANY: ListAuditRequest = {
    before: 0, limit: 0, actor: '', action: '', subjectKind: '', subjectId: '', fromMs: 0, toMs: 2_000,
    changesOnly: false,
  } // oxfmt-ignore
  beforeAll(async () => {
    const entries = Array.from({ length: 450 }, (_, at) =>
      anEntry({ atMs: 1_000 + at, actor: at % 2 ? 'ann' : 'bob', restricted: at % 9 === 1, requestId: String(at) }),
    )
    await inTransaction(desk.database, (tx) => appendAudit(tx, entries))
  })

  const exported = async (given: Partial<ListAuditRequest>, ...permissions: Permission[]) => {
    const as = await desk.may(...permissions)
    return whole<AuditEntry>(
      (async function* () {
        for await (const { entries, total } of desk.moderation.exportAudit({ list: { ...ANY, ...given } }, as))
          yield { rows: entries, total }
      })(),
    )
  }

  test('streams open entries newest first, and restricted ones with the permission', async () => {
    const open = await exported({}, 'audit.read')
    expect(open.rows.map(({ requestId }) => Number(requestId))).toEqual(
      Array.from({ length: 450 }, (_, at) => 449 - at).filter((at) => at % 9 !== 1),
    )
    expect(open.totals).toEqual([400])
    const all = await exported({}, 'audit.read', GRAVE)
    expect([all.rows.length, all.totals]).toEqual([450, [450]])
  })

  test('takes the filters of the list', async () => {
    const { rows, totals } = await exported({ actor: 'ann' }, 'audit.read')
    expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set(['ann']))
    expect(totals).toEqual([rows.length])
  })

  test('leaves an open entry, with a number of rows only if it reveals no restricted ones', async () => {
    await exported({ actor: 'ann' }, 'audit.read')
    expect(await lastEntry()).toEqual({
      action: 'audit.export',
      restricted: false,
      details: { filters: ['actor', 'toMs'], rows: 200 },
    })
    await exported({}, 'audit.read', GRAVE)
    expect(await lastEntry()).toEqual({ action: 'audit.export', restricted: false, details: { filters: ['toMs'] } })
  })

  test('needs the permission to read the log', async () => {
    await expect(refusalOf(exported({}, 'reports.read'))).resolves.toBe('NOT_ALLOWED')
  })

  test('counts no more than it has to', async () => {
    const search = { limit: 25, toMs: 2_000 }
    await expect(createAuditPages(desk.database).count(search, { grave: true }, 50)).resolves.toBe(51)
    await expect(createAuditPages(desk.database).count(search, { grave: true }, 500)).resolves.toBe(450)
  })
})
