import { PAGE_SIZE_DEFAULT, PAGE_SIZES } from '@kla/proto/web'
import { isId, plainText } from '../plain-text.js'
import type { Refused } from '../refusal.js'

/** What is looked for in the audit log. Everything that is given has to fit. */
export interface AuditSearch {
  readonly actor?: string
  readonly action?: string
  readonly subjectKind?: string
  readonly subjectId?: string
  /** Unix milliseconds; both ends belong to it. */
  readonly fromMs?: number
  readonly toMs?: number
  /** The seq of the entry before the page; the newest entries unless given. */
  readonly before?: number
  readonly limit: number
}

/** As it comes by the wire, where empty and 0 mean any. */
export interface AuditQuery {
  readonly actor: string
  readonly action: string
  readonly subjectKind: string
  readonly subjectId: string
  readonly fromMs: number
  readonly toMs: number
  readonly before: number
  readonly limit: number
}

const NAME_MAX = 100
const INVALID: Refused = { refused: 'INVALID_FIELD' }

/** A query as a search, or INVALID_FIELD. */
export function searchOf(query: AuditQuery): AuditSearch | Refused {
  const limit = query.limit === 0 ? PAGE_SIZE_DEFAULT : query.limit
  if (!PAGE_SIZES.some((size) => size === limit)) return INVALID
  const search: { -readonly [Name in keyof AuditSearch]: AuditSearch[Name] } = { limit }
  for (const name of ['actor', 'action', 'subjectKind', 'subjectId'] as const) {
    const text = plainText(query[name], NAME_MAX)
    if (typeof text !== 'string') return text
    if (text !== '') search[name] = text
  }
  for (const name of ['fromMs', 'toMs', 'before'] as const) {
    if (query[name] === 0) continue
    if (!isId(query[name])) return INVALID
    search[name] = query[name]
  }
  return search
}

/** The names of what a search asks for, which say nothing of whom it asks. */
export const filtersOf = ({ limit: _limit, ...search }: AuditSearch): string[] => Object.keys(search)
