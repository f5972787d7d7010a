import { type Database, microsecondsOf, pageOf, type Place, timeOf } from '@kla/chassis'
import type { ReportCategory, ReportSort, ReportStatus } from '@kla/proto/web'
import { type ReportContext, uniteContexts } from '../evidence/index.js'
import { LISTED_MAX_BYTES, type Note, threadColumn } from '../shared/notes.js'
import { isGrave, notOwn, type Visibility } from '../shared/rules.js'
import type { Report } from './rules/decision.js'
import type { ReportFilter, ReportQuery } from './rules/query.js'

/** Reads reports visible to an administrator. */
export interface ReportStore {
  list(query: ReportQuery, visibility: Visibility): Promise<ReportPage>
  /** Counts what a list would find, and says if grave reports are among it. */
  count(filter: ReportFilter, visibility: Visibility): Promise<{ readonly total: number; readonly grave: boolean }>
  listAbout(accountId: number, options: Visibility & { readonly limit: number }): Promise<ReportPage>
  listBy(accountId: number, options: Visibility & { readonly limit: number }): Promise<ReportPage>
  /** Lists these reports, oldest first. */
  listOf(ids: readonly number[], visibility: Visibility): Promise<readonly Report[]>
  /** Lists the oldest reports of a job. */
  listPending(side: { readonly subjectId: number; readonly grave: boolean }, limit: number): Promise<readonly Report[]>
  find(id: number, visibility: Visibility): Promise<FoundReport | undefined>
}

interface FoundReport {
  readonly report: Report
  readonly context: ReportContext | undefined
  readonly evidenceOffered: boolean
  readonly submissions: readonly ReportSubmission[]
}

/** What a reporter said, once. */
export interface ReportSubmission {
  readonly submittedAtMs: number
  readonly category: ReportCategory
  readonly reason: string
}

interface ReportPage {
  readonly reports: readonly Report[]
  /** 0 for a page after a place. */
  readonly total: number
  /** The last row; undefined at the end. */
  readonly next: Place | undefined
}

type ListedRow = { readonly total: number } & ((ReportRow & { readonly created_us: number }) | { readonly id: null })

export function createReportStore(database: Database): ReportStore {
  async function list(query: ReportQuery, visibility: Visibility): Promise<ReportPage> {
    const { rows } = await database.query<ListedRow>(reportListSql(query, visibility))
    const found = pageOf(
      rows.flatMap((row) => (row.id === null ? [] : [row])),
      query.page.limit,
    )
    return {
      reports: found.rows.map((row) => reportOf(row, visibility)),
      total: rows[0]?.total ?? 0,
      next: found.last && placeOf(found.last, query.sort),
    }
  }
  const newest = (filter: ReportFilter, { limit, ...visibility }: Visibility & { readonly limit: number }) =>
    list({ filter, sort: 'newest', page: { limit, offset: 0 } }, visibility)

  return {
    list,
    async count(filter, visibility) {
      const { found, values } = foundBy(filter, visibility)
      const { rows } = await database.query<{ total: number; grave: boolean }>(
        `SELECT count(*) AS total, coalesce(bool_or(grave), false) AS grave
         FROM (${found}) AS found JOIN reports USING (id)`,
        values,
      )
      return rows[0]!
    },
    listAbout: (reportedId, options) => newest({ reportedId }, options),
    listBy: (reporterId, options) => newest({ reporterId }, options),
    async listOf(ids, visibility) {
      const { rows } = await database.query<ReportRow>(
        `SELECT ${LISTED_COLUMNS} FROM reports WHERE id = ANY($1) AND ${seenBy(visibility)} ORDER BY created_at, id`,
        [ids],
      )
      return rows.map((row) => reportOf(row, visibility))
    },
    async listPending({ subjectId, grave }, limit) {
      const { rows } = await database.query<ReportRow>(
        `SELECT ${LISTED_COLUMNS} FROM (
           SELECT * FROM reports WHERE reported_id = $1 AND grave = $2 AND status = 'pending' AND hidden_at IS NULL
           ORDER BY created_at, id LIMIT $3
         ) AS reports ORDER BY created_at, id`,
        [subjectId, grave, limit],
      )
      // Only who may see the side has its job.
      return rows.map((row) => reportOf(row, { grave }))
    },
    async find(id, visibility) {
      const { rows } = await database.query<
        ReportRow & { contexts: ReportContext[]; offered: boolean; submitted: readonly ReportSubmission[] }
      >(
        `SELECT ${REPORT_COLUMNS},
           array(SELECT context FROM report_submissions
                 WHERE report_id = reports.id AND context IS NOT NULL) AS contexts,
           EXISTS (SELECT FROM evidence_states WHERE report_id = reports.id) AS offered,
           (SELECT json_agg(json_build_object('submittedAtMs', (extract(epoch FROM submitted_at) * 1000)::bigint,
              'category', category, 'reason', reason) ORDER BY submitted_at, id)
            FROM report_submissions WHERE report_id = reports.id) AS submitted
         FROM reports WHERE id = $1 AND ${seenBy(visibility)}`,
        [id],
      )
      if (!rows[0]) return undefined
      const { contexts, offered, submitted } = rows[0]
      const submissions = (submitted ?? []).filter(({ category }) => visibility.grave || !isGrave(category))
      return {
        report: reportOf(rows[0], visibility),
        context: uniteContexts(contexts),
        evidenceOffered: offered,
        submissions,
      }
    },
  }
}

/** A numbered page has its total, and one row without a report if empty. One row more than the limit shows if there is a next page. */
export function reportListSql(
  { filter, sort, page }: ReportQuery,
  visibility: Visibility,
): { text: string; values: unknown[] } {
  const { found, values } = foundBy(filter, visibility)
  const listed = `SELECT ${LISTED_COLUMNS}, ${microsecondsOf('created_at')} AS created_us FROM page JOIN reports USING (id)`
  const limit = page.limit + 1
  if (page.after) {
    const text = `
WITH found AS NOT MATERIALIZED (${found}), page AS (${afterPlace(sort, page.after, { limit, values })})
SELECT 0 AS total, listed.* FROM (${listed}) AS listed ORDER BY ${ORDER[sort]}`
    return { text, values }
  }
  const once = filter.q !== undefined && isExpensive(filter.q, page.offset) ? 'MATERIALIZED' : 'NOT MATERIALIZED'
  const text = `
WITH found AS ${once} (${found}),
     page AS (SELECT id FROM found ORDER BY ${ORDER[sort]} LIMIT ${limit} OFFSET ${page.offset})
SELECT counted.total, listed.*
FROM (SELECT count(*) AS total FROM found) AS counted
LEFT JOIN (${listed}) AS listed ON true
ORDER BY ${ORDER[sort]}`
  return { text, values }
}

/** Seeks the place in an index. Mixed orders need two branches: the rest of a group, then the groups after it. */
function afterPlace(
  sort: ReportSort,
  place: Place,
  { limit, values }: { readonly limit: number; readonly values: unknown[] },
): string {
  const value = (given: unknown): string => `$${values.push(given)}`
  const [created, id] = place.slice(-2)
  const row = `(${timeOf(value(created))}, ${value(id)}::bigint)`
  const end = (order: string): string => `ORDER BY ${order} LIMIT ${limit}`
  if (sort === 'newest') return `SELECT id FROM found WHERE (created_at, id) < ${row} ${end(ORDER.newest)}`
  if (sort === 'oldest') return `SELECT id FROM found WHERE (created_at, id) > ${row} ${end(ORDER.oldest)}`
  const group = `${value(place[0])}::${GROUP_TYPE[sort]}`
  return `SELECT id FROM (
    (SELECT * FROM found WHERE ${sort} = ${group} AND (created_at, id) < ${row} ${end(ORDER.newest)})
    UNION ALL (SELECT * FROM found WHERE ${sort} > ${group} ${end(ORDER[sort])})
  ) AS rest ${end(ORDER[sort])}`
}

const GROUP_TYPE = { status: 'report_status', category: 'report_category' } as const

const placeOf = (row: ReportRow & { readonly created_us: number }, sort: ReportSort): Place => [
  ...(sort === 'status' || sort === 'category' ? [row[sort]] : []),
  row.created_us,
  row.id,
]

const ORDER: Readonly<Record<ReportSort, string>> = {
  newest: 'created_at DESC, id DESC',
  oldest: 'created_at, id',
  status: 'status, created_at DESC, id DESC',
  category: 'category, created_at DESC, id DESC',
}

/** Offset beyond which materializing all matches is cheaper (at 100,000 reports). */
const ROW_SCAN_OFFSET_MAX = 1_000
const TRIGRAM = /[a-z0-9]{3}/i

/** True if no index helps or the page is far out. */
const isExpensive = (q: string, offset: number): boolean => offset > ROW_SCAN_OFFSET_MAX || !TRIGRAM.test(q)

const FOUND = 'SELECT id, created_at, status, reports.category FROM'

/** Merged reports are found by each of their categories, in a branch of their own that keeps the first one on its index. */
function foundBy(filter: ReportFilter, visibility: Visibility): { found: string; values: unknown[] } {
  const { category, ...others } = filter
  if (category === undefined) {
    const { where, values } = whereOf(others, visibility)
    return { found: `${FOUND} reports WHERE ${where}`, values }
  }
  const { where, values } = whereOf(others, visibility)
  const place = `$${values.push(category)}::report_category`
  const own = `${FOUND} reports WHERE ${where} AND category = ${place}`
  if (isGrave(category) && !visibility.grave) return { found: own, values }
  const merged = `${FOUND} merged_categories JOIN reports ON reports.id = report_id
    WHERE ${where} AND merged_categories.category = ${place} AND reports.category <> ${place}`
  return { found: `${own} UNION ALL ${merged}`, values }
}

function whereOf(filter: Omit<ReportFilter, 'category'>, visibility: Visibility): { where: string; values: unknown[] } {
  const conditions = [seenBy(visibility)]
  const values: unknown[] = []
  const add = (condition: (place: string) => string, value: unknown): void => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`))
  }
  add((place) => `status = ${place}::report_status`, filter.status)
  add((place) => `reporter_id = ${place}`, filter.reporterId)
  add((place) => `reported_id = ${place}`, filter.reportedId)
  add((place) => `search_fold(reason) LIKE search_pattern(${place})`, filter.q)
  return { where: conditions.join(' AND '), values }
}

export interface ReportRow {
  readonly id: number
  readonly created_at: Date
  readonly reporter_id: number
  readonly reported_id: number
  readonly category: ReportCategory
  readonly status: ReportStatus
  readonly reason: string
  readonly notes: string
  readonly submissions: number
  readonly reviewed_at: Date | null
  readonly reviewed_by: string
  readonly held: boolean
  readonly version: number
  readonly changed_at: Date | null
  readonly changed_by_id: number
  readonly changed_by: string
  readonly thread: readonly Note[]
  readonly other_categories: readonly ReportCategory[]
}

export const OTHER_CATEGORIES = `
  array(SELECT merged.category::text FROM merged_categories AS merged
        WHERE merged.report_id = reports.id AND merged.category <> reports.category ORDER BY merged.category)`
const COLUMNS = `id, created_at, reporter_id, reported_id, category, status, reason, notes, submissions,
  reviewed_at, reviewed_by, held, version, changed_at, changed_by_id, changed_by,
  ${OTHER_CATEGORIES} AS other_categories`
export const REPORT_COLUMNS = `${COLUMNS}, ${threadColumn('report', 'reports')}`
const LISTED_COLUMNS = `${COLUMNS}, ${threadColumn('report', 'reports', LISTED_MAX_BYTES)}`

export const seenBy = (visibility: Visibility): string =>
  `hidden_at IS NULL AND ${notOwn(visibility, 'reported_id')}${visibility.grave ? '' : ' AND NOT grave'}`

export const reportOf = (row: ReportRow, { grave }: Pick<Visibility, 'grave'>): Report => ({
  id: row.id,
  createdAtMs: row.created_at.getTime(),
  reporterId: row.reporter_id,
  reportedId: row.reported_id,
  category: row.category,
  otherCategories: row.other_categories.filter((category) => grave || !isGrave(category)),
  status: row.status,
  reason: row.reason,
  notes: row.notes,
  submissions: row.submissions,
  reviewedAtMs: row.reviewed_at?.getTime(),
  reviewedBy: row.reviewed_by,
  held: row.held,
  version: row.version,
  changedAtMs: row.changed_at?.getTime(),
  changedById: row.changed_by_id,
  changedBy: row.changed_by,
  thread: row.thread,
})
