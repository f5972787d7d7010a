import type {
  CannedAnswerChange,
  CannedAnswerList,
  CannedAnswerView,
  NoteCreation,
  TicketChange,
  TicketChanged,
  TicketList,
  TicketLookers,
  TicketView,
} from '@kla/proto/web'
import { newestView } from '../entities/changes.js'
import { consoleApi, type ConsoleDispatch, type ListQuery } from '../entities/console-api.js'

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
    /** Changes a ticket without refetching, so that rows stay put. */
    updateTicket: build.mutation<TicketChanged, { id: number } & TicketChange>({
      query: ({ id, ...body }) => ({ url: `admin/support_tickets/${id}`, method: 'PATCH', body }),
      onQueryStarted: (_, api) => mergeChanged(api),
    }),
    addTicketNote: build.mutation<TicketChanged, { ticket: number } & NoteCreation>({
      query: ({ ticket, ...body }) => ({ url: `admin/support_tickets/${ticket}/notes`, method: 'POST', body }),
      onQueryStarted: (_, api) => mergeChanged(api),
    }),
    lookAtTicket: build.mutation<TicketLookers, { ticket: number; looking: boolean }>({
      query: ({ ticket, looking }) => ({
        url: `admin/support_tickets/${ticket}/looking`,
        method: 'POST',
        body: { looking },
      }),
    }),
    cannedAnswers: build.query<CannedAnswerList, void>({
      query: () => 'admin/canned_answers',
      providesTags: ['CannedAnswers'],
    }),
    putCannedAnswer: build.mutation<CannedAnswerView, { id: string } & CannedAnswerChange>({
      query: ({ id, ...body }) => ({ url: `admin/canned_answers/${id}`, method: 'PUT', body }),
      onQueryStarted: async (_, { queryFulfilled, dispatch }) => {
        const put = await newestView<CannedAnswerView>(queryFulfilled)
        if (put === null) return
        dispatch(
          supportApi.util.updateQueryData('cannedAnswers', undefined, ({ results }) => ({
            results: [...results.filter(({ id }) => id !== put.id), put],
          })),
        )
      },
      invalidatesTags: ['CannedAnswers'],
    }),
    deleteCannedAnswer: build.mutation<unknown, Pick<CannedAnswerView, 'id' | 'version'>>({
      query: ({ id, version }) => ({ url: `admin/canned_answers/${id}`, method: 'DELETE', params: { version } }),
      invalidatesTags: ['CannedAnswers'],
    }),
  }),
})

interface Changing {
  queryFulfilled: PromiseLike<{ data: TicketChanged }>
  dispatch: ConsoleDispatch
  getState: () => unknown
}

async function mergeChanged({ queryFulfilled, dispatch, getState }: Changing): Promise<void> {
  const answer = await newestView<TicketChanged | TicketView>(queryFulfilled)
  if (answer === null) return
  const ticket = 'ticket' in answer ? answer.ticket : answer
  const state = getState() as Parameters<typeof supportApi.util.selectInvalidatedBy>[0]
  for (const { endpointName, originalArgs } of supportApi.util.selectInvalidatedBy(state, ['Tickets'])) {
    if (endpointName !== 'tickets') continue
    const merge = (list: TicketList) => replaced(list, ticket)
    dispatch(supportApi.util.updateQueryData('tickets', originalArgs as ListQuery, merge))
  }
}

export const {
  useTicketsQuery,
  useUpdateTicketMutation,
  useAddTicketNoteMutation,
  useLookAtTicketMutation,
  useCannedAnswersQuery,
  usePutCannedAnswerMutation,
  useDeleteCannedAnswerMutation,
} = supportApi
