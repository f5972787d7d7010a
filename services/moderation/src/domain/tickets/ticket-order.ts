import { TICKET_CATEGORIES, TICKET_MESSAGE_MAX, TICKET_PRIORITIES, TICKET_SUBJECT_MAX } from '@kla/proto/web'
import { isOneOf, plainText } from '../plain-text.js'
import { isRefused, type Refused } from '../refusal.js'
import type { Ticket } from './ticket.js'

/** What somebody may open a ticket with. */
export type TicketOrder = Omit<Ticket, 'id' | 'createdAtMs' | 'resolved'>

/** Within this time the same order is one ticket that was sent twice, milliseconds. */
export const SAME_TICKET_MS = 60_000

/** As long as an address and a room's id can be. */
const EMAIL_MAX = 320
const ROOM_ID_MAX = 64

/** The same as it comes, where nothing was checked. */
export interface WantedTicket extends Omit<TicketOrder, 'category' | 'priority'> {
  readonly category: string
  readonly priority: string
}

/** Reads a ticket that somebody wants to open, or says what is wrong. Without category or priority: the usual ones. */
export function orderTicket(given: WantedTicket): TicketOrder | Refused {
  const subject = plainText(given.subject, TICKET_SUBJECT_MAX)
  const message = plainText(given.message, TICKET_MESSAGE_MAX)
  if (subject === '' || message === '') return { refused: 'TICKET_FIELDS_REQUIRED' }
  const receiptEmail = plainText(given.receiptEmail, EMAIL_MAX)
  const roomId = plainText(given.roomId, ROOM_ID_MAX)
  const category = given.category === '' ? 'Technical' : given.category
  const priority = given.priority === '' ? 'Normal' : given.priority
  if (isRefused(subject) || isRefused(message) || isRefused(receiptEmail) || isRefused(roomId)) return INVALID
  if (!isOneOf(TICKET_CATEGORIES, category) || !isOneOf(TICKET_PRIORITIES, priority)) return INVALID
  return { accountId: given.accountId, subject, message, category, priority, receiptEmail, roomId }
}

/** Whether a ticket is what was ordered, in all that somebody may say. */
export const isOrdered = (ticket: TicketOrder, order: TicketOrder): boolean =>
  (Object.keys(order) as (keyof TicketOrder)[]).every((field) => ticket[field] === order[field])

const INVALID: Refused = { refused: 'INVALID_FIELD' }
