import { orderTicket } from '../../domain/tickets/ticket-order.js'
import { accepted } from '../accepted.js'
import type { ModerationHandlers } from '../dependencies.js'
import type { TicketParts } from './parts.js'

export const openTicket =
  ({ tickets, now }: Pick<TicketParts, 'tickets' | 'now'>): ModerationHandlers['openTicket'] =>
  async ({ relatedStripeEmail: receiptEmail, relatedRoomId: roomId, ...rest }, call) => {
    const { accountId } = await call.principal({ evenIfBanned: true })
    const order = accepted(orderTicket({ ...rest, accountId, receiptEmail, roomId }))
    return accepted(await tickets.open(order, now()))
  }
