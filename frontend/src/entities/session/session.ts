import type { AuthUser } from '@kla/proto/web'

/** Somebody who is signed in. */
export interface SessionUser {
  id: number
  username: string
  /** What the person is called: the global name, or else the username. */
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
  /** The account declared to be under 18: nothing that is clicked here opens its verdict. */
  ageLocked: boolean
}

/** Reads `GET /auth/user`, whose answer has all fields, or none when nobody is signed in. */
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
