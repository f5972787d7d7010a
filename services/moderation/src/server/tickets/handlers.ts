import type { ModerationHandlers } from '../dependencies.js'
import { listOwnTickets } from './list-own-tickets.js'
import { listTickets } from './list-tickets.js'
import { openTicket } from './open-ticket.js'
import type { TicketParts } from './parts.js'
import { updateTicket } from './update-ticket.js'

export const ticketHandlers = (parts: TicketParts) =>
  ({
    openTicket: openTicket(parts),
    listOwnTickets: listOwnTickets(parts),
    listTickets: listTickets(parts),
    updateTicket: updateTicket(parts),
  }) satisfies Partial<ModerationHandlers>
