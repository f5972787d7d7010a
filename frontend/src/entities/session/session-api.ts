import type { AuthUser } from '@kla/proto/web'
import { api } from '../../shared/api/api.js'
import { toSession, type Session } from './session.js'

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSession: build.query<Session | null, void>({
      query: () => 'auth/user',
      transformResponse: (user: AuthUser) => toSession(user),
      providesTags: ['Session'],
      async onQueryStarted(_, { queryFulfilled }) {
        try {
          await queryFulfilled
        } catch {
          console.error('Auth check failed')
        }
      },
    }),
    logOut: build.mutation<void, void>({
      query: () => ({ url: 'auth/logout', method: 'POST' }),
    }),
    attestAge: build.mutation<{ accepted: boolean }, boolean>({
      query: (over18) => ({ url: 'user/age-attestation', method: 'POST', body: { over18 }, keepalive: true }),
      invalidatesTags: ['Session'],
    }),
  }),
})

export const { useGetSessionQuery, useLogOutMutation, useAttestAgeMutation } = sessionApi
