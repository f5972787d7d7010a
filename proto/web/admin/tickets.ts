import { type Static, Type } from 'typebox'
import {
  CANNED_TITLE_MAX,
  TICKET_CATEGORIES,
  TICKET_MESSAGE_MAX,
  TICKET_PRIORITIES,
  TICKET_SORTS,
  TICKET_STATES,
} from '../moderation.js'
import { LinkDiagnostics } from '../rest.js'
import {
  anyOf,
  cursorText,
  flag,
  iso,
  isoOrNull,
  nullable,
  orEmpty,
  pagedFields,
  pageSizeText,
  pageText,
  search,
} from './fields.js'
import { madeOn, versionFields } from './versions.js'

/** Query of `GET /admin/support_tickets`. */
export const TicketsQuery = Type.Object({
  page: orEmpty(pageText),
  pageSize: orEmpty(pageSizeText),
  after: cursorText,
  q: search,
  resolved: flag,
  category: anyOf(TICKET_CATEGORIES),
  priority: anyOf(TICKET_PRIORITIES),
  state: anyOf(TICKET_STATES),
  mine: flag,
  sort: anyOf(TICKET_SORTS),
})
export const TicketEntryView = Type.Object({
  kind: Type.Enum(['answer', 'note', 'original', 'reply'] as const),
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
    state: Type.Enum(TICKET_STATES),
    assignee_id: nullable(Type.Integer()),
    assignee: nullable(Type.String()),
    first_reply_at: isoOrNull,
    first_reply_due: iso,
    related_order_id: nullable(Type.String()),
    related_battle_id: nullable(Type.String()),
    ...versionFields,
  },
  { $id: 'TicketView' },
)
/** A support ticket as the console lists it. */
export type TicketView = Static<typeof TicketView>
export const TicketList = Type.Object({ results: Type.Array(TicketView), ...pagedFields }, { $id: 'TicketList' })
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
    taken: Type.Optional(Type.Boolean({ description: 'True: you take it. False: no one has it.' })),
    version: madeOn,
  },
  { $id: 'TicketChange' },
)
export type TicketChange = Static<typeof TicketChange>
export const TicketChanged = Type.Object({ ticket: TicketView }, { $id: 'TicketChanged' })
/** Response of `PATCH /admin/support_tickets/{id}`. */
export type TicketChanged = Static<typeof TicketChanged>

/** `POST /admin/support_tickets/{id}/looking`, again and again while the ticket is open. */
export const TicketLook = Type.Object({ looking: Type.Boolean() }, { $id: 'TicketLook' })
export const TicketLookers = Type.Object(
  { others: Type.Array(Type.String({ description: 'Name of an administrator.' })) },
  { $id: 'TicketLookers' },
)
/** Other administrators who have the ticket open. */
export type TicketLookers = Static<typeof TicketLookers>
export const CannedAnswerView = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    text: Type.String({ description: 'With fields in braces: {player}, {ticket}, {subject}, {me}.' }),
    version: Type.Integer(),
    changed_at: iso,
    changed_by: Type.String(),
  },
  { $id: 'CannedAnswerView' },
)
/** An answer written once. */
export type CannedAnswerView = Static<typeof CannedAnswerView>
/** `GET /admin/canned_answers`, by title. */
export const CannedAnswerList = Type.Object(
  { results: Type.Array(Type.Object(CannedAnswerView.properties)) },
  { $id: 'CannedAnswerList' },
)
export type CannedAnswerList = Static<typeof CannedAnswerList>
/** `PUT /admin/canned_answers/{id}`; version 0 adds one. */
export const CannedAnswerChange = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: CANNED_TITLE_MAX }),
    text: Type.String({ minLength: 1, maxLength: TICKET_MESSAGE_MAX }),
    version: Type.Integer({ minimum: 0 }),
  },
  { $id: 'CannedAnswerChange' },
)
export type CannedAnswerChange = Static<typeof CannedAnswerChange>
