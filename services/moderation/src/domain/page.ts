import { PAGE_SIZES } from '@kla/proto/web'
import type { Refused } from './refusal.js'

/** A part of a list. */
export interface Page {
  readonly limit: number
  readonly offset: number
}

/** As far as anybody reads on: every row before a page costs time. */
const OFFSET_MAX = 1_000_000

/** One of the sizes that the console offers, and where it begins. */
export function pageAt(limit: number, offset: number): Page | Refused {
  const sound = (PAGE_SIZES as readonly number[]).includes(limit) && Number.isInteger(offset)
  return sound && offset >= 0 && offset <= OFFSET_MAX ? { limit, offset } : { refused: 'INVALID_FIELD' }
}
