import type { ModerationHandlers } from '../dependencies.js'
import type { TicketParts } from './parts.js'
import { ownTicket } from './wire-ticket.js'

const OWN_MAX = 50

export const listOwnTickets =
  ({ ticketLists }: Pick<TicketParts, 'ticketLists'>): ModerationHandlers['listOwnTickets'] =>
  async (_request, call) => {
    const { accountId } = await call.principal({ evenIfBanned: true })
    return { tickets: (await ticketLists.own(accountId, OWN_MAX)).map(ownTicket) }
  }
