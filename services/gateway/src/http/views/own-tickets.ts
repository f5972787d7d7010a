import type { ListOwnTicketsResponse } from '@kla/proto'
import type { OwnTickets, TicketCategory, TicketPriority } from '@kla/proto/web'
import { isoOf } from './values.js'

export const ownTicketsView = ({ tickets }: ListOwnTicketsResponse): OwnTickets => ({
  tickets: tickets.map(({ id, createdAtMs, subject, message, category, priority, resolved, entries }) => ({
    id,
    created_at: isoOf(createdAtMs),
    subject,
    message,
    category: category as TicketCategory,
    priority: priority as TicketPriority,
    resolved,
    // Moderation gives players nothing else; should it ever, it is not for them.
    answers: entries.filter(({ kind }) => kind === 'answer').map(({ text, atMs }) => ({ text, at: isoOf(atMs) })),
  })),
})
