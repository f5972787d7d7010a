import { refuse, type Refused } from '../outcome.js'

/** A part of a list. */
export interface Page {
  readonly limit: number
  readonly offset: number
}

/** As the contract has it: the largest page that the console offers. */
const SIZE_MAX = 200
/** As far as anybody reads on: every row before a page costs time. */
const OFFSET_MAX = 100_000

/** Where a page, counted from 1, begins. */
export function pageAt(page: number, pageSize: number): Page | Refused {
  const offset = (page - 1) * pageSize
  const sound = page >= 1 && pageSize >= 1 && pageSize <= SIZE_MAX && offset <= OFFSET_MAX
  return sound ? { limit: pageSize, offset } : refuse('INVALID_FIELD')
}
