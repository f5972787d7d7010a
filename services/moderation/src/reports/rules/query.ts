import type { Refused } from '@kla/chassis'
import {
  refusedField,
  REPORT_CATEGORIES,
  REPORT_SORTS,
  REPORT_STATUSES,
  type ReportCategory,
  type ReportSort,
  type ReportStatus,
  SEARCH_MAX,
} from '@kla/proto/web'
import { choice, isId, isRefused, type Page, plainText, soundFields } from '../../shared/rules.js'

/** Filters of the console's list of reports. */
export interface ReportFilter {
  readonly q?: string
  readonly status?: ReportStatus
  readonly category?: ReportCategory
  readonly reporterId?: number
  readonly reportedId?: number
}

/** Filter and order of the list. */
export interface ReportOrder {
  readonly filter: ReportFilter
  readonly sort: ReportSort
}

/** A page of the list. */
export interface ReportQuery extends ReportOrder {
  readonly page: Page
}

/** Query as received; empty text and 0 filter nothing. */
export interface GivenQuery {
  readonly q: string
  readonly status: string
  readonly category: string
  readonly reporterId: number
  readonly reportedId: number
  readonly page: number
  readonly pageSize: number
  readonly sort: string
  readonly after?: string | undefined
}

export function readReportOrder(given: Omit<GivenQuery, 'page' | 'pageSize' | 'after'>): ReportOrder | Refused {
  const { status, category, reporterId, reportedId } = given
  const read = soundFields({
    q: plainText(given.q, SEARCH_MAX, 'q'),
    sort: choice(REPORT_SORTS, given.sort === '' ? 'newest' : given.sort, 'sort'),
    status: status === '' ? ('' as const) : choice(REPORT_STATUSES, status, 'status'),
    category: category === '' ? ('' as const) : choice(REPORT_CATEGORIES, category, 'category'),
    reporterId: reporterId === 0 || isId(reporterId) ? reporterId : refusedField('reporter_id'),
    reportedId: reportedId === 0 || isId(reportedId) ? reportedId : refusedField('reported_id'),
  })
  if (isRefused(read)) return read
  const { q, sort } = read
  const filter: ReportFilter = {
    ...(q !== '' && { q }),
    ...(read.status !== '' && { status: read.status }),
    ...(read.category !== '' && { category: read.category }),
    ...(reporterId !== 0 && { reporterId }),
    ...(reportedId !== 0 && { reportedId }),
  }
  return { filter, sort }
}
