import { type ListCursor, listCursor, type Refused } from '@kla/chassis'
import { CATEGORIES_BY_GRAVITY, REPORT_STATUSES } from '@kla/proto/web'
import { isRefused, type Page, pageFrom } from '../shared/rules.js'
import { type GivenQuery, readReportOrder, type ReportOrder, type ReportQuery } from './rules/query.js'

const SORTED_BY = {
  newest: [],
  oldest: [],
  status: [REPORT_STATUSES],
  category: [CATEGORIES_BY_GRAVITY],
} as const

/** Cursors of one order and filter; a place has what the order sorts by. */
export const reportCursor = ({ filter, sort }: ReportOrder): ListCursor =>
  listCursor(['reports', sort, filter], [...SORTED_BY[sort], 'integer', 'integer'])

export function readReportQuery(given: GivenQuery): ReportQuery | Refused {
  const order = readReportOrder(given)
  if (isRefused(order)) return order
  const page = pageFrom(given, reportCursor(order))
  return isRefused(page) ? page : { ...order, page }
}

export const DELETED_CURSOR = listCursor(['deleted reports'], ['integer', 'integer'])

/** A page of deleted reports. */
export const readDeletedPage = (given: Parameters<typeof pageFrom>[0]): Page | Refused =>
  pageFrom(given, DELETED_CURSOR)
