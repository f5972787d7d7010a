import type { OwnSessions } from '@kla/proto/web'
import { api } from '../../shared/api/api.js'

/** A place where this player is signed in. */
export type OwnSession = OwnSessions['sessions'][number]

const sessionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The one last used first. */
    ownSessions: build.query<OwnSession[], void>({
      query: () => 'user/sessions',
      transformResponse: (answer: OwnSessions) => answer.sessions,
      providesTags: ['Devices'],
    }),
    endSession: build.mutation<void, string>({
      query: (id) => ({ url: `user/sessions/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Devices'],
    }),
    endAllSessions: build.mutation<void, void>({ query: () => ({ url: 'user/sessions', method: 'DELETE' }) }),
  }),
})

export const { useOwnSessionsQuery, useEndSessionMutation, useEndAllSessionsMutation } = sessionsApi
