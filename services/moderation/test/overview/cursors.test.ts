import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Database, Place } from '@kla/chassis'
import { REPORT_SORTS } from '@kla/proto/web'
import { refusalOf, walkList } from '@kla/testkit'
import fc from 'fast-check'
import { type BanFilter, createBanStore } from '../../src/bans/store.js'
import { createReportDeletions } from '../../src/reports/deletion-store.js'
import type { ReportFilter } from '../../src/reports/rules/query.js'
import { createReportStore } from '../../src/reports/store.js'
import { createTicketListStore, type TicketFilter } from '../../src/tickets/list-store.js'
import { createAuditTables } from '../support/audit-tables.js'
import { seedReports } from '../support/many-reports.js'
import { seedBans, seedTickets } from '../support/many-rows.js'
import { createModeration, type Moderation } from '../support/moderation.js'

const ROWS = 200
const RUNS = { numRuns: 2 }

let tables: Awaited<ReturnType<typeof createAuditTables>>
let database: Database
beforeAll(async () => {
  tables = await createAuditTables()
  database = tables.database
  await seedReports(database, ROWS)
  await seedTickets(database, ROWS)
  await seedBans(database, ROWS)
  // Many rows of one millisecond, as a batch writes them.
  await database.query(
    `UPDATE reports SET created_at = timestamptz '2026-01-01' + (id % 60) / 20 * interval '1 second' + id % 7 * interval '1 microsecond'`,
  )
}, 120_000)
afterAll(() => tables.close())

interface Page {
  readonly ids: readonly number[]
  readonly next: Place | undefined
}
type Read = (page: { limit: number; offset: number; after?: Place }) => Promise<Page>

/** Follows the cursors while `arrive` adds rows between the pages. */
const walk = (read: Read, limit: number, arrive: () => Promise<unknown>): Promise<number[]> =>
  walkList<number, Place>((after) => read({ limit, offset: 0, ...(after && { after }) }), arrive)

/** Walks pages of any size and expects every row that was there before, once and in order. */
const expectWholeWalk = (read: Read, arrive: (at: number) => Promise<unknown>) =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 40, max: 130 }), fc.nat({ max: 90 }), async (limit, seed) => {
      let arrived = 0
      const before = (await read({ limit: 5_000, offset: 0 })).ids
      const walked = await walk(read, limit, () => arrive(seed + ++arrived))
      const known = new Set(before)
      expect(walked.filter((id) => known.has(id))).toEqual(before)
      expect(new Set(walked).size).toBe(walked.length)
    }),
    RUNS,
  )

const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)

describe('createReportStore', () => {
  const arrive = (at: number) =>
    database.query(
      `INSERT INTO reports (id, created_at, reporter_id, reported_id, category, status, reason, reviewed_at, reviewed_by)
       SELECT 100000000 + (random() * 899999999)::bigint, timestamptz '2026-01-01' + $1::int % 3 * interval '1 second' + n * interval '1 microsecond', n, n + 1,
         (enum_range(NULL::report_category))[1 + ($1::int + n) % 9], (enum_range(NULL::report_status))[1 + ($1::int + n) % 4],
         'insult', CASE WHEN ($1::int + n) % 4 <> 0 THEN now() END, CASE WHEN ($1::int + n) % 4 <> 0 THEN 'mod' ELSE '' END
       FROM generate_series(1, 3) AS n`,
      [at],
    )
  const filters: readonly ReportFilter[] = [
    {},
    { status: 'pending' },
    { category: 'spam' },
    { q: 'insult' },
    { q: 'e' },
  ]

  test.each(REPORT_SORTS)(
    'walks all reports in the order %s while others arrive',
    async (sort) => {
      const store = createReportStore(database)
      for (const filter of filters) {
        await expectWholeWalk(async (page) => {
          const { reports, next } = await store.list({ filter, sort, page }, { grave: true })
          return { ids: idsOf(reports), next }
        }, arrive)
      }
    },
    60_000,
  )

  test.each(REPORT_SORTS)('walks around grave reports in the order %s', async (sort) => {
    const read: Read = async (page) => {
      const { reports, next } = await createReportStore(database).list({ filter: {}, sort, page }, { grave: false })
      return { ids: idsOf(reports), next }
    }
    const { rows } = await database.query<{ count: number }>('SELECT count(*) FROM reports WHERE NOT grave')
    expect(await walk(read, 50, async () => undefined)).toHaveLength(rows[0]!.count)
  })
})

describe('createReportDeletions', () => {
  test('walks all deleted reports while others are deleted', async () => {
    await database.query(`UPDATE reports SET hidden_at = '2026-02-01', hidden_by = 'mo' WHERE id % 2 = 0`)
    const read: Read = async (page) => {
      const { reports, next } = await createReportDeletions(database).list(page, { grave: true })
      return { ids: idsOf(reports.map(({ report }) => report)), next }
    }
    await expectWholeWalk(read, () =>
      database.query(
        `UPDATE reports SET hidden_at = now(), hidden_by = 'mo'
         WHERE id = (SELECT max(id) FROM reports WHERE hidden_at IS NULL)`,
      ),
    )
  })
})

describe('createTicketListStore', () => {
  const any: TicketFilter = { q: '', resolved: undefined, category: undefined, priority: undefined }
  const filters: readonly TicketFilter[] = [any, { ...any, state: 'open' }, { ...any, category: 'Technical', q: 'e' }]

  test.each(['newest', 'due'] as const)('walks all tickets in the order %s while others arrive', async (sort) => {
    for (const filter of filters) {
      await expectWholeWalk(
        async (page) => {
          const { tickets, next } = await createTicketListStore(database).list(filter, page, sort)
          return { ids: idsOf(tickets.map(({ ticket }) => ticket)), next }
        },
        (at) =>
          database.query(
            `INSERT INTO tickets (account_id, created_at, subject, message, category, priority, resolved, receipt_email, room_id)
             SELECT 1, now(), 'One', 'more', 'Technical', (ARRAY['Low', 'Normal', 'High', 'Urgent'])[1 + ($1 + n) % 4], n = 1, '', ''
             FROM generate_series(1, 3) AS n`,
            [at],
          ),
      )
    }
  })
})

describe('createBanStore', () => {
  const any: BanFilter = { accountId: undefined, scope: undefined, active: undefined }

  test.each([{}, { active: true }, { active: false }, { scope: 'chat' as const }])(
    'walks all bans of %j while others arrive',
    async (filter) => {
      const nowMs = Date.now()
      const read: Read = async (page) => {
        const { bans, next } = await createBanStore(database).list({ ...any, ...filter }, page, nowMs)
        return { ids: idsOf(bans), next }
      }
      await expectWholeWalk(read, () =>
        database.query(
          `INSERT INTO bans (account_id, scope, reason, notes, evidence, banned_at, banned_by_id, banned_by)
           VALUES (7, 'chat', '', '', '', now(), 1, 'mod1')`,
        ),
      )
    },
  )
})

describe('the calls of lists', () => {
  let moderation: Moderation
  beforeAll(async () => {
    moderation = await createModeration()
    await seedReports(moderation.database, 60)
    await seedTickets(moderation.database, 60)
    await seedBans(moderation.database, 60)
    await moderation.database.query(`UPDATE reports SET hidden_at = now(), hidden_by = 'mo' WHERE id % 2 = 0`)
  }, 60_000)
  afterAll(() => moderation.close())

  const reports = { q: '', status: '', category: '', reporterId: 0, reportedId: 0, page: 1, pageSize: 25, sort: '' }
  const tickets = { page: 1, pageSize: 25, q: '', category: '', priority: '', state: '', mine: false, sort: 'due' }
  const bans = { limit: 25, offset: 0, userId: 0, scope: '' }
  const calls = {
    listReports: async (given: object) => {
      const as = await moderation.may('reports.read')
      const { reports: rows, ...page } = await moderation.client.listReports({ ...reports, ...given }, as)
      return { ids: idsOf(rows), ...page }
    },
    listDeletedReports: async (given: object) => {
      const as = await moderation.may('reports.delete')
      const request = { page: 1, pageSize: 25, ...given }
      const { reports: rows, ...page } = await moderation.client.listDeletedReports(request, as)
      return { ids: rows.map(({ report }) => report!.id), ...page }
    },
    listTickets: async (given: object) => {
      const as = await moderation.may('tickets.read')
      const { tickets: rows, ...page } = await moderation.client.listTickets({ ...tickets, ...given }, as)
      return { ids: idsOf(rows), ...page }
    },
    listBans: async (given: object) => {
      const as = await moderation.may('bans.read')
      const { bans: rows, ...page } = await moderation.client.listBans({ ...bans, ...given }, as)
      return { ids: idsOf(rows), ...page }
    },
  }
  const names = Object.keys(calls) as (keyof typeof calls)[]

  test.each(names)('%s continues with `next` as with page numbers, and counts only numbered pages', async (name) => {
    const first = await calls[name]({})
    const after = await calls[name]({ after: first.next })
    const second = await calls[name]({ page: 2, offset: 25 })
    expect(first.ids).toHaveLength(25)
    expect(after.ids).toEqual(second.ids)
    expect(after.next).toBe(second.next)
    expect([first.total, after.total]).toEqual([second.total, 0])
  })

  test('ListReports refuses a cursor of another order, filter or list, and names `after`', async () => {
    const { next } = await calls.listReports({ sort: 'status' })
    const { next: foreign } = await calls.listBans({})
    for (const given of [
      { after: next },
      { after: next, sort: 'status', q: 'e' },
      { after: foreign },
      { after: '?' },
    ]) {
      const refused = calls.listReports(given)
      await expect(refusalOf(refused)).resolves.toBe('INVALID_FIELD')
      await expect(refused).rejects.toThrow(/`after`/)
    }
  })
})
