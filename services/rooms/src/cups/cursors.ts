import { type ListCursor, listCursor, UUID_SHAPE } from '@kla/chassis'
import type { TieFilter } from './list-store.js'

const TIE_ID = /^\d{1,3}-\d{1,3}$/

/** Cursors of all cups. */
export const CUPS_CURSOR: ListCursor = listCursor(['cups'], ['integer', UUID_SHAPE])

/** Cursors of the ties of one filter. */
export const tieCursor = (filter: TieFilter): ListCursor =>
  listCursor(['ties', filter], ['integer', UUID_SHAPE, TIE_ID])
