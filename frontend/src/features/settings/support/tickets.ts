import type { OwnTickets, TicketSubmission, TicketSubmitted } from '@kla/proto/web'
import { api } from '../../../shared/api/api.js'

/** A support ticket of this player's, with the answers to it. */
export type OwnTicket = OwnTickets['tickets'][number]

export const ticketsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The newest first. */
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
