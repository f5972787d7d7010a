import type { Principal, SessionToken } from '@kla/chassis'
import { sessionKeyOf } from '../../shared/session-cookie.js'

/** What a client needs to be signed in without asking auth. */
export interface Returning {
  readonly token: string
  readonly principal: Principal
  /** Expiry of the token in Unix milliseconds. */
  readonly expiresAtMs: number
}

/**
 * Judges the token of a returning client. It counts only beside the cookie of its own session, so a copied one opens
 * nothing, and only for players who may do everything.
 */
export function returningBy(
  token: string,
  { principal, expiresAtMs }: SessionToken,
  sessionId: string,
): Returning | undefined {
  if (!principal || principal.administrator) return undefined
  if (principal.sessionKey !== sessionKeyOf(sessionId)) return undefined
  if (!principal.ageConfirmed || principal.restrictions.length > 0) return undefined
  return { token, principal, expiresAtMs }
}
