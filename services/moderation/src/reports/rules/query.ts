import type { Refused } from '@kla/chassis'
import {
  REPORT_CATEGORIES,
  REPORT_SORTS,
  REPORT_STATUSES,
  type ReportCategory,
  type ReportSort,
  type ReportStatus,
  SEARCH_MAX,
} from '@kla/proto/web'
import { isId, isOneOf, isRefused, type Page, plainText } from '../../shared/rules.js'

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
  const q = plainText(given.q, SEARCH_MAX)
  const sort = given.sort === '' ? 'newest' : given.sort
  if (isRefused(q)) return q
  const sound =
    isOneOf(REPORT_SORTS, sort) &&
    (status === '' || isOneOf(REPORT_STATUSES, status)) &&
    (category === '' || isOneOf(REPORT_CATEGORIES, category)) &&
    [reporterId, reportedId].every((id) => id === 0 || isId(id))
  if (!sound) return { refused: 'INVALID_FIELD' }
  const filter: ReportFilter = {
    ...(q !== '' && { q }),
    ...(status !== '' && { status }),
    ...(category !== '' && { category }),
    ...(reporterId !== 0 && { reporterId }),
    ...(reportedId !== 0 && { reportedId }),
  }
  return { filter, sort }
}
