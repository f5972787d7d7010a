import type { Refused } from '@kla/chassis'
import { REPORT_CATEGORIES, type ReportCategory } from '@kla/proto/web'
import { isId, isOneOf, isRefused, pageAt } from '../../shared/rules.js'

/** Place in the queue: category, then time, then id. */
export interface Place {
  readonly category: ReportCategory
  readonly openedAtMs: number
  readonly id: number
}

/** A page of the queue. */
export interface JobQuery {
  readonly after: Place | undefined
  readonly limit: number
  readonly mine: boolean
}

const INVALID: Refused = { refused: 'INVALID_FIELD' }

/** Reads a list's request; an empty `after` means the first page. */
export function readJobQuery(given: {
  readonly after: string
  readonly limit: number
  readonly mine: boolean
}): JobQuery | Refused {
  const page = pageAt(given.limit, 0)
  if (isRefused(page)) return page
  const after = given.after === '' ? undefined : readCursor(given.after)
  if (after === 'invalid') return INVALID
  return { after, limit: page.limit, mine: given.mine }
}

export const cursorOf = ({ category, openedAtMs, id }: Place): string => `${category}.${openedAtMs}.${id}`

function readCursor(text: string): Place | 'invalid' {
  const [category = '', time = '', number = '', ...rest] = text.split('.')
  const [openedAtMs, id] = [Number(time), Number(number)]
  const sound = rest.length === 0 && /^\d{1,15}$/.test(time) && /^\d{1,15}$/.test(number) && isId(id)
  return sound && isOneOf(REPORT_CATEGORIES, category) ? { category, openedAtMs, id } : 'invalid'
}
