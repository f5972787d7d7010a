import type { ModerationHandlers } from '../shared/rpc.js'
import { listOwnTickets, listTickets, openTicket, type TicketParts, updateTicket } from './rpc.js'

export const ticketHandlers = (parts: TicketParts) =>
  ({
    openTicket: openTicket(parts),
    listOwnTickets: listOwnTickets(parts),
    listTickets: listTickets(parts),
    updateTicket: updateTicket(parts),
  }) satisfies Partial<ModerationHandlers>
