import type { ListOwnTicketsResponse } from '@kla/proto'
import { OwnTickets, TicketSubmission, TicketSubmitted } from '@kla/proto/schemas'
import type { TicketCategory, TicketPriority } from '@kla/proto/web'
import { visibleLine } from '@kla/proto/web'
import { onBehalfOf } from '../plugins/access.js'
import { playerCall, type Resource } from '../route.js'
import { isoOf } from '../values.js'

export const playerTickets: Resource = async (app, { moderation }) => {
  // Open to banned players, who appeal this way.
  app.post(
    '/user/support_ticket',
    {
      config: { access: 'banned-player' },
      schema: playerCall('Open a support ticket', TicketSubmitted, { body: TicketSubmission }),
    },
    async (request) => {
      const { subject, message, category = 'Technical', priority = 'Normal' } = request.body
      const { related_stripe_email, related_room_id, diagnostics } = request.body
      return moderation.openTicket(
        {
          subject,
          message,
          category,
          priority,
          relatedStripeEmail: visibleLine(related_stripe_email ?? ''),
          relatedRoomId: visibleLine(related_room_id ?? ''),
          diagnosticsJson: diagnostics === undefined ? '' : JSON.stringify(diagnostics),
        },
        onBehalfOf(request),
      )
    },
  )

  app.get(
    '/user/support_tickets',
    {
      config: { access: 'banned-player' },
      schema: playerCall("The player's support tickets", OwnTickets),
    },
    async (request) => ownTicketsView(await moderation.listOwnTickets({}, onBehalfOf(request))),
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
    // Notes are not for players.
    answers: entries.filter(({ kind }) => kind === 'answer').map(({ text, atMs }) => ({ text, at: isoOf(atMs) })),
  })),
})
