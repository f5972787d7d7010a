import {
  type LinkDiagnostics,
  type OwnTickets,
  TICKET_MESSAGE_MAX,
  TICKET_SUBJECT_MAX,
  type TicketSubmission,
  type TicketSubmitted,
  typedText,
} from '@kla/proto/web'
import { api } from '../../shared/api/api.js'

export type OwnTicket = OwnTickets['tickets'][number]

const ticketsApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownTickets: build.query<OwnTicket[], void>({
      query: () => 'user/support_tickets',
      transformResponse: (answer: OwnTickets) => answer.tickets,
      providesTags: ['Tickets'],
    }),
    openTicket: build.mutation<TicketSubmitted, TicketSubmission>({
      query: (body) => ({ url: 'user/support_ticket', method: 'POST', body }),
      invalidatesTags: ['Tickets'],
    }),
  }),
})

export const { useOwnTicketsQuery, useOpenTicketMutation } = ticketsApi

/** Texts of the platform specification, sections 5 and 8. */
const FIELDS_REQUIRED = 'Subject and message are required.'
export const TICKET_FAILED = 'Could not submit ticket.'
/** Says where answers appear if no e-mail is sent. */
export const ticketSent = (id: number, sendsMail: boolean): string =>
  sendsMail
    ? `Ticket submitted! ID #${id}. We'll try to reply to your Discord-email within 1-5 business days. The answer appears here as well, under Support.`
    : `Ticket submitted! ID #${id}. We'll try to reply within 1-5 business days. The answer appears here, under Support.`

/** What the player has typed so far. */
export interface TicketDraft extends Required<Pick<TicketSubmission, 'category' | 'priority'>> {
  readonly subject: string
  readonly message: string
  readonly email: string
  readonly roomId: string
  readonly attaches: boolean
}

export const EMPTY_DRAFT: TicketDraft = {
  subject: '',
  message: '',
  category: 'Technical',
  priority: 'Normal',
  email: '',
  roomId: '',
  attaches: false,
}

export const ticketProblem = ({ subject, message }: TicketDraft): string | null =>
  typedText(subject) === '' || typedText(message) === '' ? FIELDS_REQUIRED : null

const orNull = (text: string): string | null => typedText(text) || null

/** Sends empty optional fields as null. */
export const toSubmission = (
  { subject, message, category, priority, email, roomId, attaches }: TicketDraft,
  diagnostics: LinkDiagnostics | null,
): TicketSubmission => ({
  subject: typedText(subject),
  message: typedText(message),
  category,
  priority,
  related_stripe_email: orNull(email),
  related_room_id: orNull(roomId),
  ...(attaches && diagnostics ? { diagnostics } : {}),
})

export const TICKET_LIMITS = { subject: TICKET_SUBJECT_MAX, message: TICKET_MESSAGE_MAX } as const
