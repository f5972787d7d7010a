import { KlaError } from '@kla/chassis'
import { SEARCH_MAX, TICKET_CATEGORIES, TICKET_PRIORITIES } from '@kla/proto/web'
import { pageAt } from '../../domain/page.js'
import { isOneOf, plainText } from '../../domain/plain-text.js'
import { accepted } from '../accepted.js'
import { audited, type ModerationHandlers } from '../dependencies.js'
import type { TicketParts } from './parts.js'
import { wireTicket } from './wire-ticket.js'

export const listTickets =
  ({ ticketLists, accounts, audit, now }: TicketParts): ModerationHandlers['listTickets'] =>
  async ({ page, pageSize, resolved, ...given }, call) => {
    const administrator = await call.administrator('tickets.read')
    const { limit, offset } = accepted(pageAt(pageSize, (page - 1) * pageSize))
    const q = accepted(plainText(given.q, SEARCH_MAX))
    const category = optional(TICKET_CATEGORIES, given.category)
    const priority = optional(TICKET_PRIORITIES, given.priority)

    const { tickets, total } = await ticketLists.list({ q, resolved, category, priority }, { limit, offset })
    const authors = tickets.map(({ ticket }) => ticket.accountId)
    const shown = { tickets: tickets.map(({ ticket }) => ticket.id), accounts: [...new Set(authors)] }
    const [known] = await Promise.all([
      accounts.known(authors, call),
      audit.record({
        ...audited(administrator, call, now),
        ...{ action: 'tickets.list', subjectKind: '', subjectId: '', restricted: false },
        details: JSON.stringify({ limit, offset, ...(q !== '' && { q: true }), resolved, category, priority, ...shown }),
      }),
    ])
    return { tickets: tickets.map((ticket) => wireTicket(ticket, known)), total }
  }

/** Undefined for an empty one. Throws INVALID_FIELD for what is not on the list. */
function optional<const T extends string>(choices: readonly T[], given: string): T | undefined {
  if (given === '') return undefined
  if (!isOneOf(choices, given)) throw new KlaError('INVALID_FIELD')
  return given
}
