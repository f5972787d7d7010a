import { KlaError } from '@kla/chassis'
import { CookieUse, type Account, type AdministratorIdentity, type Identity } from '@kla/proto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { setSessionCookie } from '../cookies.js'
import { SESSION_COOKIE } from '../session-cookie.js'
import type { HttpParts } from './http-parts.js'

export type Player = Identity & { readonly account: Account }

type Auth = Pick<HttpParts, 'auth'>

/** Ours have 43 characters; what is far longer is not worth a question. */
const BEARER = /^Bearer +([\x21-\x7e]{1,512})$/i

interface HowToIdentify {
  /** Whether there is to be no access token. */
  readonly withoutAccessToken?: boolean
  /**
   * Carries the next value of the cookie if there is one. Only an answer that no cache keeps, not even the browser's own:
   * an old value that came out of it again would end the session.
   */
  readonly reply?: FastifyReply
}

/**
 * Which player makes a request, by its cookie; with an access token where one is to be handed out. Rejects with
 * NOT_SIGNED_IN.
 */
export async function identifyPlayer(
  request: FastifyRequest,
  { auth, cookieSecure }: Pick<HttpParts, 'auth' | 'cookieSecure'>,
  { withoutAccessToken = true, reply }: HowToIdentify = {},
): Promise<Player> {
  const sessionId = request.cookies[SESSION_COOKIE]
  if (!sessionId) throw new KlaError('NOT_SIGNED_IN')
  const cookieUse = reply ? CookieUse.REPLACEABLE : CookieUse.PRESENTED
  const identity = await auth.resolveSession({ sessionId, withoutAccessToken, cookieUse }, { requestId: request.id })
  const { account, nextSessionId, sessionExpiresAtMs, ...rest } = identity
  if (!account) throw new KlaError('NOT_SIGNED_IN')
  if (reply && nextSessionId) setSessionCookie(reply, cookieSecure, nextSessionId, sessionExpiresAtMs ?? 0)
  return { account, ...rest }
}

/** Which administrator makes a request, by its bearer token. Rejects with ADMIN_NOT_SIGNED_IN. */
export async function identifyAdministrator(
  request: FastifyRequest,
  { auth }: Auth,
  token = bearerOf(request),
): Promise<AdministratorIdentity> {
  if (token === undefined) throw new KlaError('ADMIN_NOT_SIGNED_IN')
  try {
    return await auth.resolveAdministrator({ token }, { requestId: request.id })
  } catch (error) {
    if (KlaError.from(error).reason !== 'NOT_SIGNED_IN') throw error
    throw new KlaError('ADMIN_NOT_SIGNED_IN', undefined, { cause: error })
  }
}

/** The token of an Authorization header. */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  BEARER.exec(headers.authorization ?? '')?.[1]
