import { type ListCursor, listCursor, type Refused } from '@kla/chassis'
import {
  CATEGORIES_BY_GRAVITY,
  REPORT_CATEGORIES,
  REPORT_SORTS,
  REPORT_STATUSES,
  type ReportCategory,
  type ReportSort,
  type ReportStatus,
  SEARCH_MAX,
} from '@kla/proto/web'
import { isId, isOneOf, isRefused, type Page, pageFrom, plainText } from '../../shared/rules.js'

/** Filters of the console's list of reports. */
export interface ReportFilter {
  readonly q?: string
  readonly status?: ReportStatus
  readonly category?: ReportCategory
  readonly reporterId?: number
  readonly reportedId?: number
}

/** A page of the list. */
export interface ReportQuery {
  readonly filter: ReportFilter
  readonly sort: ReportSort
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

/** Cursors of one order and filter; a place has what the order sorts by. */
export const reportCursor = ({ filter, sort }: Pick<ReportQuery, 'filter' | 'sort'>): ListCursor =>
  listCursor(['reports', sort, filter], [...SORTED_BY[sort], 'integer', 'integer'])

const SORTED_BY = {
  newest: [],
  oldest: [],
  status: [REPORT_STATUSES],
  category: [CATEGORIES_BY_GRAVITY],
} as const

/** A page of deleted reports. */
export function readDeletedPage(given: {
  readonly page: number
  readonly pageSize: number
  readonly after?: string | undefined
}): Page | Refused {
  return pageFrom(given, DELETED_CURSOR)
}

export const DELETED_CURSOR = listCursor(['deleted reports'], ['integer', 'integer'])

export function readReportQuery(given: GivenQuery): ReportQuery | Refused {
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
  const filter = {
    ...(q !== '' && { q }),
    ...(status !== '' && { status }),
    ...(category !== '' && { category }),
    ...(reporterId !== 0 && { reporterId }),
    ...(reportedId !== 0 && { reportedId }),
  }
  const page = pageFrom(given, reportCursor({ filter, sort }))
  return isRefused(page) ? page : { filter, sort, page }
}
