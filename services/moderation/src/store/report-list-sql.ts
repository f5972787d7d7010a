import type { ReportSort } from '@kla/proto/web'
import { containing } from '../domain/like-pattern.js'
import type { ReportFilter, ReportQuery } from '../domain/reports/list.js'
import { REPORT_COLUMNS, seenBy, type Sight } from './report-rows.js'

/** Types are declared in the order in which they are sorted; within one, and otherwise, by time. */
const ORDER: Readonly<Record<ReportSort, string>> = {
  newest: 'created_at DESC, id DESC',
  oldest: 'created_at, id',
  status: 'status, created_at DESC, id DESC',
  category: 'category, created_at DESC, id DESC',
}

/** A page of reports, each row with the total; where the page is empty, one row without a report. */
export function reportListSql({ filter, sort, page }: ReportQuery, sight: Sight): { text: string; values: unknown[] } {
  const { where, values } = whereOf(filter, sight)
  const once = filter.q !== undefined && isDear(filter.q, page.offset) ? 'MATERIALIZED' : 'NOT MATERIALIZED'
  const text = `
WITH found AS ${once} (SELECT id, created_at, status, category FROM reports WHERE ${where}),
     page AS (SELECT id FROM found ORDER BY ${ORDER[sort]} LIMIT ${page.limit} OFFSET ${page.offset})
SELECT counted.total, listed.*
FROM (SELECT count(*) AS total FROM found) AS counted
LEFT JOIN (SELECT ${REPORT_COLUMNS} FROM page JOIN reports USING (id)) AS listed ON true
ORDER BY ${ORDER[sort]}`
  return { text, values }
}

/** Rows before a page that cost less than noting all that a search finds; measured at 100,000 reports. */
const NEAR = 1_000
/** What trigrams are made of in any locale; a text without is looked for in every reason. */
const TRIGRAM = /[a-z0-9]{3}/i

/**
 * Page and total are looked for apart, each in the index that suits it, and a near page of what is found often ends early.
 * Where there is no such index, or the page is far, it would be the same work twice: then all that is found is noted once.
 */
const isDear = (q: string, offset: number): boolean => offset > NEAR || !TRIGRAM.test(q)

/** Only what is asked for stands in the statement, so that each has the index that fits it. */
function whereOf(filter: ReportFilter, sight: Sight): { where: string; values: unknown[] } {
  const conditions = [seenBy(sight)]
  const values: unknown[] = []
  const add = (condition: (place: string) => string, value: unknown): void => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`))
  }
  add((place) => `status = ${place}::report_status`, filter.status)
  add((place) => `category = ${place}::report_category`, filter.category)
  add((place) => `reporter_id = ${place}`, filter.reporterId)
  add((place) => `reported_id = ${place}`, filter.reportedId)
  add((place) => `reason_folded LIKE lower(${place})`, filter.q && patternOf(filter.q))
  return { where: conditions.join(' AND '), values }
}

/** Folded as the column is, and nothing in it is a wildcard. Folding comes first: it makes wildcards of wide ones. */
const patternOf = (q: string): string => containing(q.normalize('NFKC'))
