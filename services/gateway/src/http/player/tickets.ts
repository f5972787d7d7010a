import type { ListOwnTicketsResponse } from '@kla/proto'
import {
  OwnTickets, RestError, type TicketCategory, type TicketPriority, TicketSubmission, TicketSubmitted,
} from '@kla/proto/web'
import type { HttpParts } from '../deps.js'
import { onBehalfOf } from '../plugins/access.js'
import type { TypedApp } from '../route.js'
import { isoOf } from '../values.js'

/** Opens a support ticket. That is how who is banned appeals. */
export const openTicket = (app: TypedApp, { moderation }: HttpParts): void => {
  app.post(
    '/user/support_ticket',
    {
      config: { access: 'banned-player' },
      schema: {
        summary: 'Open a support ticket',
        security: [{ session: [] }],
        body: TicketSubmission,
        response: { 200: TicketSubmitted, '4xx': RestError, '5xx': RestError },
      },
    },
    async (request) => {
      const { subject, message, category = 'Technical', priority = 'Normal' } = request.body
      const { related_stripe_email, related_room_id } = request.body
      return moderation.openTicket(
        {
          subject,
          message,
          category,
          priority,
          relatedStripeEmail: related_stripe_email?.trim() ?? '',
          relatedRoomId: related_room_id?.trim() ?? '',
        },
        onBehalfOf(request),
      )
    },
  )
}

const ownTicketsView = ({ tickets }: ListOwnTicketsResponse): OwnTickets => ({
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

/** The player's tickets with the answers to them, newest first. */
export const ownTickets = (app: TypedApp, { moderation }: HttpParts): void => {
  app.get(
    '/user/support_tickets',
    {
      config: { access: 'banned-player' },
      schema: {
        summary: "One's own support tickets",
        security: [{ session: [] }],
        response: { 200: OwnTickets, '4xx': RestError, '5xx': RestError },
      },
    },
    async (request) => ownTicketsView(await moderation.listOwnTickets({}, onBehalfOf(request))),
  )
}
