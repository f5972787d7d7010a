import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { ListReportsRequest, Report } from '@kla/proto'
import {
  CATEGORIES_BY_GRAVITY,
  PAGE_SIZES,
  refusedField,
  REPORT_CATEGORIES,
  REPORT_SORTS,
  REPORT_STATUSES,
} from '@kla/proto/web'
import { refusalOf } from '@kla/testkit'
import { createReportStore } from '../../src/reports/store.js'
import { isGrave } from '../../src/shared/rules.js'
import { NO_FAULTS } from '../support/fake-auth.js'
import { FakeRoom } from '../support/fake-room.js'
import { seedReports } from '../support/many-reports.js'
import { type Client, createModeration, type Moderation } from '../support/moderation.js'

const REPORTS = 700
let moderation: Moderation
let client: Client
/** All reports, newest first, as seen with every permission. */
let all: Report[]

beforeAll(async () => {
  moderation = await createModeration()
  client = (await moderation.pod({ clients: new FakeRoom().clients })).client
  await seedReports(moderation.database, REPORTS)
  const fewPeople = 'UPDATE reports SET reporter_id = reporter_id % 5 + 1, reported_id = reported_id % 7 + 11'
  await moderation.database.query(fewPeople)
  const pages = [1, 2, 3, 4].map(async (page) => (await list({ page, pageSize: 200 })).reports)
  all = (await Promise.all(pages)).flat()
})
afterAll(() => moderation.close())

const list = async (given: Partial<ListReportsRequest>, grave = true) =>
  client.listReports(
    { q: '', status: '', category: '', reporterId: 0, reportedId: 0, page: 1, pageSize: 50, sort: '', ...given },
    await moderation.may('reports.read', ...(grave ? (['reports.grave'] as const) : [])),
  )

const newestFirst = (one: Report, other: Report): number => other.createdAtMs - one.createdAtMs || other.id - one.id
const placeIn = (values: readonly string[], value: string): number => values.indexOf(value)
const ORDERS: Readonly<Record<string, (one: Report, other: Report) => number>> = {
  newest: newestFirst,
  oldest: (one, other) => newestFirst(other, one),
  status: (one, other) =>
    placeIn(REPORT_STATUSES, one.status) - placeIn(REPORT_STATUSES, other.status) || newestFirst(one, other),
  category: (one, other) =>
    placeIn(CATEGORIES_BY_GRAVITY, one.category) - placeIn(CATEGORIES_BY_GRAVITY, other.category) ||
    newestFirst(one, other),
}

test('the enum types of the database match the contract, in sorting order', async () => {
  type Lists = { categories: string[]; statuses: string[]; grave: string[] }
  const { rows } = await moderation.database.query<Lists>(
    `SELECT enum_range(NULL::report_category)::text[] AS categories, enum_range(NULL::report_status)::text[] AS statuses,
       array(SELECT DISTINCT category::text FROM reports WHERE grave) AS grave`,
  )
  expect(rows[0]?.categories).toEqual([...CATEGORIES_BY_GRAVITY])
  expect(rows[0]?.statuses).toEqual([...REPORT_STATUSES])
  expect(rows[0]?.grave.sort()).toEqual(REPORT_CATEGORIES.filter(isGrave).sort())
})

test('ListReports returns everything with every permission', () => {
  expect(all).toHaveLength(REPORTS)
  expect(new Set(all.map(({ id }) => id)).size).toBe(REPORTS)
})

const FILTERS: readonly Partial<ListReportsRequest>[] = [
  {},
  ...REPORT_STATUSES.map((status) => ({ status })),
  ...REPORT_CATEGORIES.map((category) => ({ category })),
  { reporterId: 3 },
  { reportedId: 12 },
  { reporterId: 999 },
  { status: 'pending', category: 'spam', reporterId: 2 },
  { q: 'insult' },
  { q: 'INSULT' },
  { q: 'e' },
  { q: '#42' },
  { q: 'СТРАШНО' },
  { q: 'ПРИВЕТ', status: 'reviewed' },
]

test.each(REPORT_SORTS)('ListReports pages and filters with totals in the order %s', async (sort) => {
  for (const grave of [true, false]) {
    for (const filter of FILTERS) {
      const expected = all
        .filter(({ category }) => grave || !isGrave(category as (typeof REPORT_CATEGORIES)[number]))
        .filter((one) => !filter.status || one.status === filter.status)
        .filter((one) => !filter.category || one.category === filter.category)
        .filter((one) => !filter.reporterId || one.reporterId === filter.reporterId)
        .filter((one) => !filter.reportedId || one.reportedId === filter.reportedId)
        .filter((one) => !filter.q || one.reason.toLowerCase().includes(filter.q.toLowerCase()))
        .sort(ORDERS[sort])
        .map(({ id }) => id)
      for (const page of [1, 2, 100]) {
        const found = await list({ ...filter, sort, page, pageSize: 100 }, grave)
        expect(found.total).toBe(expected.length)
        expect(found.reports.map(({ id }) => id)).toEqual(expected.slice((page - 1) * 100, page * 100))
      }
    }
  }
})

test('ListReports finds the same on far pages of a search', async () => {
  const total = all.filter(({ reason }) => reason.includes('e')).length
  expect(await list({ q: 'e', page: 22, pageSize: 50 })).toEqual({ reports: [], total })
})

test('ListReports searches for text, not for a pattern', async () => {
  const plain = ['100% sure', '100 per cent', 'a_b', 'axb', 'back\\slash', `it's "quoted"`]
  const reasons = [...plain, 'Ｆｕｌｌｗｉｄｔｈ ％', 'İstanbul 😀', 'Ünïcode']
  for (const [at, reason] of reasons.entries()) {
    const given = { reportedId: 900 + at, category: 'other', reason, incident: '' }
    await client.submitReport(given, await moderation.as(800))
  }
  const found = async (q: string) => (await list({ q, reporterId: 800 })).reports.map(({ reason }) => reason).sort()
  expect(await found('100%')).toEqual(['100% sure'])
  expect(await found('A_B')).toEqual(['a_b'])
  expect(await found('\\')).toEqual(['back\\slash'])
  expect(await found(`'s "`)).toEqual([`it's "quoted"`])
  expect(await found('fullwidth')).toEqual(['Ｆｕｌｌｗｉｄｔｈ ％'])
  expect(await found('％')).toEqual(['100% sure', 'Ｆｕｌｌｗｉｄｔｈ ％'])
  expect(await found('😀')).toEqual(['İstanbul 😀'])
  expect(await found('ÜNÏ')).toEqual(['Ünïcode'])
  expect(await found('unicode')).toEqual(['Ünïcode'])
  expect(await found('ISTANBUL')).toEqual(['İstanbul 😀'])
  expect(await found("'; DROP TABLE reports; --")).toEqual([])
  expect(await found('   ')).toHaveLength(reasons.length)
})

test('ListReports rejects invalid queries and names the field', async () => {
  const wrong: Partial<ListReportsRequest>[] = [
    { page: 0 },
    { page: -1 },
    { page: 2_000_000_000 },
    { pageSize: 0 },
    { pageSize: 51 },
    { pageSize: -25 },
    { sort: 'reason' },
    { status: 'open' },
    { category: 'nonsense' },
    { reporterId: -1 },
    { reportedId: -5 },
    { q: 'x'.repeat(201) },
    { q: 'x'.repeat(1_000_000) },
  ]
  const names: Partial<Record<keyof ListReportsRequest, string>> = {
    reporterId: 'reporter_id',
    reportedId: 'reported_id',
  }
  for (const given of wrong) {
    const [field] = Object.keys(given) as (keyof ListReportsRequest)[]
    const { text: message } = refusedField(names[field!] ?? field!)
    await expect(list(given)).rejects.toMatchObject({ reason: 'INVALID_FIELD', message })
  }
  for (const pageSize of PAGE_SIZES) expect((await list({ pageSize })).reports).toHaveLength(pageSize)
  expect((await list({ q: '😀'.repeat(100) })).total).toBe(0)
})

test('ListReports looks up all names in one call, and omits them without auth', async () => {
  moderation.auth.lookUps = []
  const named = await list({})
  expect(moderation.auth.lookUps).toHaveLength(1)
  expect(named.reports[0]).toMatchObject({
    reporterName: `player${named.reports[0]?.reporterId}`,
    reportedName: `player${named.reports[0]?.reportedId}`,
  })
  moderation.auth.faults = { ...NO_FAULTS, lookUp: () => 'before' }
  const nameless = await list({})
  moderation.auth.faults = NO_FAULTS
  expect(nameless.reports.map(({ id }) => id)).toEqual(named.reports.map(({ id }) => id))
  expect(nameless.reports.filter(({ reporterName, reportedName }) => reporterName || reportedName)).toEqual([])
})

test('ListReports is recorded before it replies, without the search text', async () => {
  const { reports } = await list({ q: 'insult', status: 'pending', reporterId: 2, pageSize: 25 }, false)
  const entry = await lastEntry()
  expect(entry).toMatchObject({ actor: 'mod', subject_id: '', restricted: false })
  expect(JSON.parse(entry?.details ?? '')).toEqual({
    filters: { q: true, status: 'pending', reporter_id: 2 },
    sort: 'newest',
    limit: 25,
    offset: 0,
    reports: reports.map(({ id }) => id),
  })
  await list({ category: 'possible_minor' }, false)
  expect(await lastEntry()).toMatchObject({ restricted: false })

  await moderation.database.query('ALTER TABLE audit_log RENAME TO audit_away')
  expect(await refusalOf(list({}))).toBe('INTERNAL')
  await moderation.database.query('ALTER TABLE audit_away RENAME TO audit_log')
})

test('ListReports is recorded as restricted if the reader sees grave reports', async () => {
  const asked = [{ category: 'possible_minor' }, { category: 'illegal_content', reporterId: 998 }, { q: '#1' }, {}]
  for (const given of asked) {
    await list(given)
    expect(await lastEntry()).toMatchObject({ restricted: true })
    await list(given, false)
    expect(await lastEntry()).toMatchObject({ restricted: false })
  }
})

async function lastEntry() {
  const { rows } = await moderation.database.query<{
    actor: string
    subject_id: string
    details: string
    restricted: boolean
  }>(
    `SELECT actor, subject_id, details, restricted FROM audit_log WHERE action = 'reports.list'
     ORDER BY at_ms DESC, seq DESC LIMIT 1`,
  )
  return rows[0]
}

test('ListReports requires reports.read', async () => {
  const given = { q: '', status: '', category: '', reporterId: 0, reportedId: 0, page: 1, pageSize: 50, sort: '' }
  expect(await refusalOf(client.listReports(given))).toBe('NOT_SIGNED_IN')
  expect(await refusalOf(client.listReports(given, await moderation.as(1)))).toBe('NOT_ALLOWED')
  expect(await refusalOf(client.listReports(given, await moderation.may('bans.read')))).toBe('NOT_ALLOWED')
  expect(await refusalOf(client.listReports(given, await moderation.may('reports.grave')))).toBe('NOT_ALLOWED')
})

test('createReportStore lists reports about and by an account with totals', async () => {
  const store = createReportStore(moderation.database)
  for (const grave of [true, false]) {
    const seen = all.filter(({ category }) => grave || !isGrave(category as (typeof REPORT_CATEGORIES)[number]))
    const about = seen.filter(({ reportedId }) => reportedId === 12)
    const by = seen.filter(({ reporterId }) => reporterId === 2)
    const ids = (reports: readonly { readonly id: number }[]) => reports.slice(0, 20).map(({ id }) => id)
    const foundAbout = await store.listAbout(12, { grave, limit: 20 })
    expect([ids(foundAbout.reports), foundAbout.total]).toEqual([ids(about), about.length])
    const foundBy = await store.listBy(2, { grave, limit: 20 })
    expect([ids(foundBy.reports), foundBy.total]).toEqual([ids(by), by.length])
  }
})
