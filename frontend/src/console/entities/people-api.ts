import type {
  FoundPeople,
  GiftGiven,
  GiftOrder,
  NoteCreation,
  PersonBans,
  PersonBattles,
  PersonDecisions,
  PersonEmail,
  PersonHistory,
  PersonMet,
  PersonNotes,
  PersonOrders,
  PersonReports,
  PersonSessions,
  PersonTickets,
  PersonView,
} from '@kla/proto/web'
import { consoleApi } from './console-api.js'

const peopleApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    findPeople: build.query<FoundPeople, string>({
      query: (q) => ({ url: 'admin/people', params: { q } }),
      keepUnusedDataFor: 0,
    }),
    person: build.query<PersonView, number>({ query: (id) => `admin/people/${id}`, providesTags: ['Members'] }),
    /** A mutation, so that it is never cached: each showing is recorded. */
    revealEmail: build.mutation<PersonEmail, number>({
      query: (id) => ({ url: `admin/people/${id}/email`, method: 'POST' }),
    }),
    personSessions: build.query<PersonSessions, number>({ query: (id) => `admin/people/${id}/sessions` }),
    personReports: build.query<PersonReports, number>({
      query: (id) => `admin/people/${id}/reports`,
      providesTags: ['Reports', 'Subjects'],
    }),
    personBans: build.query<PersonBans, number>({
      query: (id) => `admin/people/${id}/bans`,
      providesTags: ['Bans', 'Subjects'],
    }),
    personDecisions: build.query<PersonDecisions, number>({
      query: (id) => `admin/people/${id}/decisions`,
      providesTags: ['Reports', 'Subjects'],
    }),
    personNotes: build.query<PersonNotes, number>({
      query: (id) => `admin/people/${id}/notes`,
      providesTags: (_, __, id) => [{ type: 'Subjects', id: `notes ${id}` }],
    }),
    addPersonNote: build.mutation<PersonNotes, { person: number } & NoteCreation>({
      query: ({ person, ...body }) => ({ url: `admin/people/${person}/notes`, method: 'POST', body }),
      invalidatesTags: (_, error, { person }) => (error ? [] : [{ type: 'Subjects', id: `notes ${person}` }, 'Audit']),
    }),
    personBattles: build.query<PersonBattles, number>({ query: (id) => `admin/people/${id}/battles` }),
    personMet: build.query<PersonMet, number>({ query: (id) => `admin/people/${id}/met` }),
    personTickets: build.query<PersonTickets, number>({
      query: (id) => `admin/people/${id}/tickets`,
      providesTags: ['Tickets'],
    }),
    personOrders: build.query<PersonOrders, number>({
      query: (id) => `admin/people/${id}/orders`,
      providesTags: (_, __, id) => [{ type: 'Subjects', id: `orders ${id}` }],
    }),
    giveItems: build.mutation<GiftGiven, { person: number } & GiftOrder>({
      query: ({ person, ...body }) => ({ url: `admin/people/${person}/gifts`, method: 'POST', body }),
      invalidatesTags: (_, error, { person }) => (error ? [] : [{ type: 'Subjects', id: `orders ${person}` }, 'Audit']),
    }),
    personHistory: build.query<PersonHistory, { id: number; after: number | null }>({
      query: ({ id, after }) => ({ url: `admin/people/${id}/history`, params: after === null ? {} : { after } }),
      providesTags: ['Audit'],
    }),
  }),
})

export const {
  useFindPeopleQuery,
  usePersonQuery,
  useRevealEmailMutation,
  usePersonSessionsQuery,
  usePersonReportsQuery,
  usePersonBansQuery,
  usePersonDecisionsQuery,
  usePersonNotesQuery,
  useAddPersonNoteMutation,
  usePersonBattlesQuery,
  usePersonMetQuery,
  usePersonTicketsQuery,
  usePersonOrdersQuery,
  useGiveItemsMutation,
  usePersonHistoryQuery,
} = peopleApi
