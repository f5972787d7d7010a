import { SEARCH_MAX } from '@kla/proto/web'

/** As the contract has it. */
const PAGE_SIZE_MAX = 1_000

export interface MemberSearch {
  /** Part of what accounts are found by; empty for all. */
  readonly text: string
  readonly limit: number
  readonly offset: number
}

/** A page of a search, or why there is none. */
export function memberSearch(given: {
  readonly q: string
  /** From 1. */
  readonly page: number
  readonly pageSize: number
}): MemberSearch | { readonly refused: 'INVALID_FIELD' } {
  const { page, pageSize } = given
  const text = given.q.trim()
  // PostgreSQL has no room for a zero in a text.
  const searchable = text.length <= SEARCH_MAX && !text.includes('\0')
  const sound = searchable && page >= 1 && pageSize >= 1 && pageSize <= PAGE_SIZE_MAX
  return sound ? { text, limit: pageSize, offset: (page - 1) * pageSize } : { refused: 'INVALID_FIELD' }
}
