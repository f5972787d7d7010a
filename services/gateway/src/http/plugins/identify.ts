import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { KlaError } from '@kla/chassis'
import { type Account, type AdministratorIdentity, CookieUse, type Identity } from '@kla/proto'
import { SESSION_COOKIE } from '../../shared/session-cookie.js'
import type { HttpDeps } from '../deps.js'
import { setSessionCookie } from './cookies.js'

export type Player = Identity & { readonly account: Account }

type Auth = Pick<HttpDeps, 'auth'>

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
  { auth, cookieSecure }: Pick<HttpDeps, 'auth' | 'cookieSecure'>,
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

/** Who looks at clips. */
export interface Viewers {
  /** Which player makes a request. Rejects with NOT_SIGNED_IN, and with UNAVAILABLE where that cannot be known. */
  identify(request: FastifyRequest): Promise<Player>
}

/** Everybody who plays here, and 1 KB each. */
const REMEMBERED_MAX = 10_000

/**
 * auth is asked with every clip, so that an ended session, a ban and a locked age verdict hold at once. While it does not
 * answer, and so tells of nothing new, battles go on: whoever it last knew keeps seeing clips while the principal is valid.
 * A cookie is known by its whole value: one that auth has refused is known no more, whatever the session's next one opens.
 */
export function createViewers(deps: Pick<HttpDeps, 'auth' | 'cookieSecure' | 'now'>): Viewers {
  const last = new LRUCache<string, Player>({ max: REMEMBERED_MAX })
  return {
    async identify(request) {
      const key = createHash('sha256').update(request.cookies[SESSION_COOKIE] ?? '').digest('base64')
      try {
        const player = await identifyPlayer(request, deps)
        last.set(key, player)
        return player
      } catch (error) {
        const { code } = KlaError.from(error)
        const known = code === 'unavailable' ? last.get(key) : undefined
        if (known && known.principalExpiresAtMs > deps.now()) return known
        if (code !== 'unavailable') last.delete(key)
        throw error
      }
    },
  }
}
