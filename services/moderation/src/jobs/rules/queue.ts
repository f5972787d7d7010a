import type { Refused } from '@kla/chassis'
import { REPORT_CATEGORIES, type ReportCategory } from '@kla/proto/web'
import { isId, isOneOf, isRefused, pageAt } from '../../shared/rules.js'

/** Place in the queue: category, then precedence, then time, then id. */
export interface Place {
  readonly category: ReportCategory
  /** 0: before others of its category, by an acting rule. */
  readonly precedence: 0 | 1
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

/** Pages of the release before have cursors without precedence. */
export const cursorOf = ({ category, precedence, openedAtMs, id }: Place): string =>
  `${category}.${openedAtMs}.${id}${precedence === 0 ? '.0' : ''}`

function readCursor(text: string): Place | 'invalid' {
  const [category = '', time = '', number = '', first, ...rest] = text.split('.')
  const [openedAtMs, id] = [Number(time), Number(number)]
  const sound = rest.length === 0 && /^\d{1,15}$/.test(time) && /^\d{1,15}$/.test(number) && isId(id)
  if (!sound || !isOneOf(REPORT_CATEGORIES, category) || !['0', undefined].includes(first)) return 'invalid'
  return { category, precedence: first === '0' ? 0 : 1, openedAtMs, id }
}
