import { type Static, Type } from 'typebox'
import { TICKET_CATEGORIES, TICKET_MESSAGE_MAX, TICKET_PRIORITIES } from '../moderation.js'
import { LinkDiagnostics } from '../rest.js'
import { anyOf, flag, iso, nullable, orEmpty, pageSizeText, pageText, search } from './fields.js'
import { madeOn, versionFields } from './versions.js'

/** Query of `GET /admin/support_tickets`. */
export const TicketsQuery = Type.Object({
  page: orEmpty(pageText),
  pageSize: orEmpty(pageSizeText),
  q: search,
  resolved: flag,
  category: anyOf(TICKET_CATEGORIES),
  priority: anyOf(TICKET_PRIORITIES),
})
export const TicketEntryView = Type.Object({
  kind: Type.Enum(['answer', 'note', 'original'] as const),
  text: Type.String(),
  by: Type.String(),
  at: iso,
})
export const TicketView = Type.Object(
  {
    id: Type.Integer(),
    created_at: iso,
    user_id: Type.Integer(),
    user_name: Type.String(),
    user_email: nullable(Type.String()),
    subject: Type.String(),
    message: Type.String(),
    category: Type.Enum(TICKET_CATEGORIES),
    priority: Type.Enum(TICKET_PRIORITIES),
    resolved: Type.Boolean(),
    related_stripe_email: nullable(Type.String()),
    related_room_id: nullable(Type.String()),
    diagnostics: nullable(LinkDiagnostics),
    entries: Type.Array(TicketEntryView),
    ...versionFields,
  },
  { $id: 'TicketView' },
)
/** A support ticket as the console lists it. */
export type TicketView = Static<typeof TicketView>
export const TicketList = Type.Object(
  { results: Type.Array(TicketView), total: Type.Integer(), page: Type.Integer() },
  { $id: 'TicketList' },
)
/** Response of `GET /admin/support_tickets`. */
export type TicketList = Static<typeof TicketList>
/** `PATCH /admin/support_tickets/{id}`. */
export const TicketChange = Type.Object(
  {
    resolved: Type.Optional(Type.Union([Type.Boolean(), Type.Literal(0), Type.Literal(1)])),
    message: Type.Optional(Type.String({ minLength: 1, maxLength: TICKET_MESSAGE_MAX })),
    note: Type.Optional(
      nullable(Type.String({ maxLength: TICKET_MESSAGE_MAX, description: 'Adds a note for administrators.' })),
    ),
    append: Type.Optional(Type.Boolean({ description: 'No effect: a note is always added.' })),
    answer: Type.Optional(
      Type.String({ minLength: 1, maxLength: TICKET_MESSAGE_MAX, description: 'Shown to the player.' }),
    ),
    category: Type.Optional(Type.Enum(TICKET_CATEGORIES)),
    priority: Type.Optional(Type.Enum(TICKET_PRIORITIES)),
    version: madeOn,
  },
  { $id: 'TicketChange' },
)
export type TicketChange = Static<typeof TicketChange>
export const TicketChanged = Type.Object({ ticket: TicketView }, { $id: 'TicketChanged' })
/** Response of `PATCH /admin/support_tickets/{id}`. */
export type TicketChanged = Static<typeof TicketChanged>
