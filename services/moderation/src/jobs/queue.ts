import { type ListCursor, listCursor, type Refused } from '@kla/chassis'
import { REPORT_CATEGORIES, type ReportCategory } from '@kla/proto/web'
import { isRefused, pageAt } from '../shared/rules.js'

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

/** Reads a list's request; an empty `after` means the first page. */
export function readJobQuery(given: {
  readonly after: string
  readonly limit: number
  readonly mine: boolean
}): JobQuery | Refused {
  const page = pageAt(given.limit, 0)
  if (isRefused(page)) return page
  const place = cursorOf(given).read(given.after)
  if (place && isRefused(place)) return place
  const [category, precedence, openedAtMs, id] = place ?? []
  const after = place && ({ category, precedence: Number(precedence), openedAtMs: Number(openedAtMs), id } as Place)
  return { after, limit: page.limit, mine: given.mine }
}

/** Writes the cursor of the page that follows a place. */
export const writeJobCursor = (query: Pick<JobQuery, 'mine'>, place: Place): string =>
  cursorOf(query).write([place.category, place.precedence, place.openedAtMs, place.id])

const cursorOf = ({ mine }: Pick<JobQuery, 'mine'>): ListCursor =>
  listCursor(['jobs', mine], [REPORT_CATEGORIES, ['0', '1'], MILLISECONDS, 'integer'])

/** PostgreSQL and Date know all of these. */
const MILLISECONDS = /^\d{1,15}$/
