import type { Database } from '@kla/chassis'
import { uniteContexts, type ReportContext } from '../domain/reports/context.js'
import type { ReportFilter, ReportQuery } from '../domain/reports/list.js'
import type { Report } from '../domain/reports/report.js'
import { reportListSql } from './report-list-sql.js'
import { REPORT_COLUMNS, reportOf, seenBy, type ReportRow, type Sight } from './report-rows.js'

/** Some of the reports that fit, and how many fit in all. */
export interface ReportPage {
  readonly reports: readonly Report[]
  readonly total: number
}

/** Reports that are not deleted, as they are looked at. */
export interface ReportStore {
  list(query: ReportQuery, sight: Sight): Promise<ReportPage>
  /** What others report about an account, newest first. */
  listAbout(accountId: number, options: Sight & { readonly limit: number }): Promise<ReportPage>
  /** What an account reports, newest first. */
  listBy(accountId: number, options: Sight & { readonly limit: number }): Promise<ReportPage>
  /** A report with what the server knew of it; undefined when it is not there, or not for these eyes. */
  find(id: number, sight: Sight): Promise<{ report: Report; context: ReportContext | undefined } | undefined>
}

type ListedRow = { readonly total: number } & (ReportRow | { readonly id: null })

export function createReportStore(database: Database): ReportStore {
  async function list(query: ReportQuery, sight: Sight): Promise<ReportPage> {
    const { rows } = await database.query<ListedRow>(reportListSql(query, sight))
    return { reports: rows.flatMap((row) => (row.id === null ? [] : [reportOf(row)])), total: rows[0]?.total ?? 0 }
  }
  const newest = (filter: ReportFilter, { limit, grave }: Sight & { readonly limit: number }) =>
    list({ filter, sort: 'newest', page: { limit, offset: 0 } }, { grave })

  return {
    list,
    listAbout: (reportedId, options) => newest({ reportedId }, options),
    listBy: (reporterId, options) => newest({ reporterId }, options),
    async find(id, sight) {
      const { rows } = await database.query<ReportRow & { contexts: ReportContext[] }>(
        `SELECT ${REPORT_COLUMNS},
           array(SELECT context FROM report_submissions
                 WHERE report_id = reports.id AND context IS NOT NULL) AS contexts
         FROM reports WHERE id = $1 AND ${seenBy(sight)}`,
        [id],
      )
      return rows[0] && { report: reportOf(rows[0]), context: uniteContexts(rows[0].contexts) }
    },
  }
}
