import type { AuthUser, NameChoice } from '@kla/proto/web'
import { api } from '../../shared/api/api.js'
import { forgetPlayer, markOf } from './forget-player.js'

/** Names and picture of the signed-in player. */
export interface SessionUser {
  id: number
  /** Player name or Discord name, as others see it. */
  displayName: string
  discordName: string
  discordUsername: string
  avatar: string | null
  discordId: string
  /** Null if the server does not say; then nothing is asked. */
  names: NameChoice | null
}

/** Account and rights of the signed-in player. */
export interface Session {
  user: SessionUser
  /** Token for the event `authenticate`; lives minutes. */
  accessToken: string | null
  /** True if the server holds an accepted age verdict. */
  ageConfirmed: boolean
  /** True if declared under 18; no confirmation here unlocks it. */
  ageLocked: boolean
}

const shownName = (discordName: string, names: NameChoice | null) =>
  (names?.shown_as !== 'discord' && names?.player_name) || discordName

export const withNames = (user: SessionUser, names: NameChoice): SessionUser => {
  return { ...user, id: names.id, names, displayName: shownName(user.discordName, names) }
}

const namesOf = ({
  id = 0,
  shown_as,
  player_name,
  name_changeable_at,
  name_early,
  on_leaderboards,
}: AuthUser): NameChoice | null =>
  shown_as === undefined
    ? null
    : {
        shown_as,
        player_name: player_name ?? null,
        name_changeable_at: name_changeable_at ?? null,
        ...(name_early ? { name_early } : {}),
        on_leaderboards: on_leaderboards ?? true,
        id,
      }

/** Returns null for visitors, whose answer is empty. */
export const toSession = (answer: AuthUser): Session | null => {
  if (answer.id === undefined || answer.username === undefined) return null
  const discordUsername = answer.discord_username || answer.username
  const discordName = answer.global_name || discordUsername
  const names = namesOf(answer)
  return {
    user: {
      id: answer.id,
      displayName: shownName(discordName, names),
      discordName,
      discordUsername,
      avatar: answer.avatar ?? null,
      discordId: answer.discord_id ?? '',
      names,
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
      // Before anyone reads the session, so that no one sees what another account left.
      transformResponse(answer: AuthUser) {
        const session = toSession(answer)
        if (session !== null) forgetPlayer(markOf(session.user.discordId))
        return session
      },
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
