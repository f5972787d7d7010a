import type { ListOwnTicketsResponse } from '@kla/proto'
import { IdParams, OwnTickets, TicketReply, TicketSubmission, TicketSubmitted } from '@kla/proto/schemas'
import type { TicketCategory, TicketPriority, TicketState } from '@kla/proto/web'
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
      const { subject = '', message = '', category = 'Technical', priority = 'Normal' } = request.body
      const { related_stripe_email, related_room_id, related_order_id, related_battle_id, diagnostics } = request.body
      return moderation.openTicket(
        {
          subject,
          message,
          category,
          priority,
          relatedStripeEmail: visibleLine(related_stripe_email ?? ''),
          relatedRoomId: visibleLine(related_room_id ?? ''),
          relatedOrderId: visibleLine(related_order_id ?? ''),
          relatedBattleId: visibleLine(related_battle_id ?? ''),
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

  app.post(
    '/user/support_tickets/:id/replies',
    {
      config: { access: 'banned-player' },
      schema: playerCall('Reply to an answer', OwnTickets, { params: IdParams, body: TicketReply }),
    },
    async (request) => {
      const { id: replyId, text } = request.body
      const context = onBehalfOf(request)
      await moderation.replyToTicket({ id: Number(request.params.id), replyId, text }, context)
      return ownTicketsView(await moderation.listOwnTickets({}, context))
    },
  )
}

/** Authors of the entries that players see. */
const BY: Readonly<Partial<Record<string, 'support' | 'player'>>> = { answer: 'support', reply: 'player' }

const ownTicketsView = ({ tickets }: ListOwnTicketsResponse): OwnTickets => ({
  tickets: tickets.map(({ id, createdAtMs, subject, message, category, priority, resolved, state, entries }) => ({
    id,
    created_at: isoOf(createdAtMs),
    subject,
    message,
    category: category as TicketCategory,
    priority: priority as TicketPriority,
    resolved,
    state: state as TicketState,
    // Notes are not for players.
    answers: entries.filter(({ kind }) => kind === 'answer').map(({ text, atMs }) => ({ text, at: isoOf(atMs) })),
    thread: entries.flatMap(({ kind, text, atMs }) => {
      const by = BY[kind]
      return by === undefined ? [] : [{ by, text, at: isoOf(atMs) }]
    }),
  })),
})
