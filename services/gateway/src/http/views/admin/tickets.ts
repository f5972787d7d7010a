import type { Ticket } from '@kla/proto'
import type { TicketCategory, TicketPriority, TicketView } from '@kla/proto/web'
import { isoOf, textOrNull } from '../values.js'

export const ticketView = (ticket: Ticket): TicketView => ({
  id: ticket.id,
  created_at: isoOf(ticket.createdAtMs),
  user_id: ticket.userId,
  user_name: ticket.userName,
  user_email: textOrNull(ticket.userEmail),
  subject: ticket.subject,
  message: ticket.message,
  category: ticket.category as TicketCategory,
  priority: ticket.priority as TicketPriority,
  resolved: ticket.resolved,
  related_stripe_email: textOrNull(ticket.relatedStripeEmail),
  related_room_id: textOrNull(ticket.relatedRoomId),
  entries: ticket.entries.map(({ kind, text, by, atMs }) => ({
    kind: kind as TicketView['entries'][number]['kind'],
    text,
    by,
    at: isoOf(atMs),
  })),
})
