import {
  type LinkDiagnostics,
  type OwnBattles,
  type OwnTickets,
  TICKET_MESSAGE_MAX,
  TICKET_SUBJECT_MAX,
  type TicketReply,
  type TicketSubmission,
  type TicketSubmitted,
  typedText,
} from '@kla/proto/web'
import { api } from '../../shared/api/api.js'
import { SUPPORT, TICKET_FORM } from '../../texts/settings.js'

export type OwnTicket = OwnTickets['tickets'][number]

const ticketsApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownTickets: build.query<OwnTicket[], void>({
      query: () => 'user/support_tickets',
      transformResponse: (answer: OwnTickets) => answer.tickets,
      providesTags: ['Tickets'],
    }),
    ownBattles: build.query<OwnBattles['battles'], void>({
      query: () => 'user/battles',
      transformResponse: (answer: OwnBattles) => answer.battles,
    }),
    openTicket: build.mutation<TicketSubmitted, TicketSubmission>({
      query: (body) => ({ url: 'user/support_ticket', method: 'POST', body }),
      invalidatesTags: ['Tickets'],
    }),
    replyToTicket: build.mutation<OwnTickets, { ticket: number } & TicketReply>({
      query: ({ ticket, ...body }) => ({ url: `user/support_tickets/${ticket}/replies`, method: 'POST', body }),
      invalidatesTags: ['Tickets'],
    }),
  }),
})

export const { useOwnTicketsQuery, useOwnBattlesQuery, useOpenTicketMutation, useReplyToTicketMutation } = ticketsApi

/** Says where answers appear if no e-mail is sent. */
export const ticketSent = (id: number, sendsMail: boolean): string =>
  sendsMail ? SUPPORT.sentMailed({ id }) : SUPPORT.sent({ id })

/** What the player has typed so far. */
export type TicketDraft = Required<Pick<TicketSubmission, 'category' | 'priority'>> & {
  readonly subject: string
  readonly message: string
  readonly email: string
  readonly roomId: string
  /** Order that the ticket is about; empty for none. */
  readonly orderId: string
  /** Battle that the ticket is about; empty for none. */
  readonly battleId: string
  readonly attaches: boolean
}

export const EMPTY_DRAFT: TicketDraft = {
  subject: '',
  message: '',
  category: 'Technical',
  priority: 'Normal',
  email: '',
  roomId: '',
  orderId: '',
  battleId: '',
  attaches: false,
}

export const ticketProblem = ({ subject, message }: TicketDraft): string | null =>
  typedText(subject) === '' || typedText(message) === '' ? TICKET_FORM.incomplete : null

const orNull = (text: string): string | null => typedText(text) || null

/** Sends empty optional fields as null. */
export const toSubmission = (
  { subject, message, category, priority, email, roomId, orderId, battleId, attaches }: TicketDraft,
  diagnostics: LinkDiagnostics | null,
): TicketSubmission => ({
  subject: typedText(subject),
  message: typedText(message),
  category,
  priority,
  related_stripe_email: orNull(email),
  related_room_id: orNull(roomId),
  ...(orderId === '' ? {} : { related_order_id: orderId }),
  ...(battleId === '' ? {} : { related_battle_id: battleId }),
  ...(attaches && diagnostics ? { diagnostics } : {}),
})

export const TICKET_LIMITS = { subject: TICKET_SUBJECT_MAX, message: TICKET_MESSAGE_MAX } as const
