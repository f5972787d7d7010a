import { type ListCursor, listCursor } from '@kla/chassis'
import type { TicketFilter, TicketSort } from './list-store.js'

const FLAG = ['0', '1'] as const

/** Cursors of one order and filter. */
export const ticketCursor = (filter: TicketFilter, sort: TicketSort = 'newest'): ListCursor =>
  listCursor(['tickets', sort, filter], sort === 'newest' ? ['integer'] : [FLAG, FLAG, 'integer', 'integer'])
