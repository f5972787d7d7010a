import type { TicketChange, TicketChanged, TicketList, TicketView } from '@kla/proto/web'
import { consoleApi, type ListQuery } from '../entities/console-api.js'

const replaced = (list: TicketList, changed: TicketView): TicketList => ({
  ...list,
  results: list.results.map((ticket) => (ticket.id === changed.id ? changed : ticket)),
})

const supportApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    tickets: build.query<TicketList, ListQuery>({
      query: (params) => ({ url: 'admin/support_tickets', params }),
      providesTags: ['Tickets'],
    }),
    /** Not refetched, so that rows do not move. */
    updateTicket: build.mutation<TicketChanged, { id: number } & TicketChange>({
      query: ({ id, ...body }) => ({ url: `admin/support_tickets/${id}`, method: 'PATCH', body }),
      onQueryStarted: async (_, { dispatch, getState, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (answer === null) return
        for (const { endpointName, originalArgs } of supportApi.util.selectInvalidatedBy(getState(), ['Tickets'])) {
          if (endpointName !== 'tickets') continue
          const merge = (list: TicketList) => replaced(list, answer.data.ticket)
          dispatch(supportApi.util.updateQueryData('tickets', originalArgs, merge))
        }
      },
    }),
  }),
})

export const { useTicketsQuery, useUpdateTicketMutation } = supportApi
