import type { AuthUser } from '@kla/proto/web'
import { api } from '../../shared/api/api.js'

export interface SessionUser {
  id: number
  username: string
  displayName: string
  avatar: string | null
  discordId: string
}

export interface Session {
  user: SessionUser
  /** For the event `authenticate`; lives minutes. */
  accessToken: string | null
  /** Whether the server holds an accepted age verdict for this account. */
  ageConfirmed: boolean
  /** The account declared to be under 18; no confirmation here unlocks it. */
  ageLocked: boolean
}

/** `GET /auth/user` answers with all fields, or none for visitors. */
export const toSession = (answer: AuthUser): Session | null => {
  if (answer.id === undefined || answer.username === undefined) return null
  return {
    user: {
      id: answer.id,
      username: answer.username,
      displayName: answer.global_name || answer.username,
      avatar: answer.avatar ?? null,
      discordId: answer.discord_id ?? '',
    },
    accessToken: answer.accessToken ?? null,
    ageConfirmed: answer.ageConfirmed ?? false,
    ageLocked: answer.ageLocked ?? false,
  }
}

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
