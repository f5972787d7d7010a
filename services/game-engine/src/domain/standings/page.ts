import { PAGE_SIZES, STANDINGS_PAGES_MAX } from '@kla/proto/web'
import type { Refusal } from '../step.js'

/** A part of a list. */
export interface Page {
  readonly limit: number
  readonly offset: number
}

const PAGE_SIZE_MAX = Math.max(...PAGE_SIZES)

/** The page of a number, from 1, and a size. */
export function pageOf({ page, pageSize }: { readonly page: number; readonly pageSize: number }): Page | Refusal {
  const sound = page >= 1 && page <= STANDINGS_PAGES_MAX && pageSize >= 1 && pageSize <= PAGE_SIZE_MAX
  return sound ? { limit: pageSize, offset: (page - 1) * pageSize } : { refused: 'INVALID_FIELD' }
}
