import { type Static, Type } from 'typebox'
import { chosenUuid } from './admin/fields.js'
import { TICKET_CATEGORIES, TICKET_MESSAGE_MAX, TICKET_PRIORITIES, TICKET_STATES } from './moderation.js'

/** `GET /user/support_tickets`: newest first, with answers. */
export const OwnTickets = Type.Object(
  {
    tickets: Type.Array(
      Type.Object({
        id: Type.Integer(),
        created_at: Type.String({ description: 'ISO 8601.' }),
        subject: Type.String(),
        message: Type.String(),
        category: Type.Enum(TICKET_CATEGORIES),
        priority: Type.Enum(TICKET_PRIORITIES),
        resolved: Type.Boolean(),
        answers: Type.Array(Type.Object({ text: Type.String(), at: Type.String({ description: 'ISO 8601.' }) })),
        state: Type.Enum(TICKET_STATES),
        thread: Type.Array(
          Type.Object({
            by: Type.Enum(['support', 'player'] as const),
            text: Type.String(),
            at: Type.String({ description: 'ISO 8601.' }),
          }),
          { description: 'Answers and replies, oldest first.' },
        ),
      }),
    ),
  },
  { $id: 'OwnTickets' },
)
export type OwnTickets = Static<typeof OwnTickets>
/** `POST /user/support_tickets/{id}/replies`; the answer lists the tickets. */
export const TicketReply = Type.Object(
  {
    id: chosenUuid('adds nothing'),
    text: Type.String({ minLength: 1, maxLength: TICKET_MESSAGE_MAX }),
  },
  { $id: 'TicketReply' },
)
export type TicketReply = Static<typeof TicketReply>
