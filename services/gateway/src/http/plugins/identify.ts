import { createHash } from 'node:crypto'
import { KlaError } from '@kla/chassis'
import { type Account, type AdministratorIdentity, CookieUse, type Identity } from '@kla/proto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../shared/at-most.js'
import { networkOf } from '../../shared/networks.js'
import { SESSION_COOKIE } from '../../shared/session-cookie.js'
import type { HttpDeps } from '../deps.js'
import { setSessionCookie } from './cookies.js'

/** An identified player with the account. */
export type Player = Identity & { readonly account: Account }

const BEARER = /^Bearer +([\x21-\x7e]{1,512})$/i

interface IdentifyOptions {
  readonly withoutAccessToken?: boolean
  /** Must not be cached: an old cookie presented again ends the session. */
  readonly reply?: FastifyReply
}

/** Rejects with NOT_SIGNED_IN without a valid cookie. */
export async function identifyPlayer(
  request: FastifyRequest,
  { auth, cookieSecure }: Pick<HttpDeps, 'auth' | 'cookieSecure'>,
  { withoutAccessToken = true, reply }: IdentifyOptions = {},
): Promise<Player> {
  const sessionId = request.cookies[SESSION_COOKIE]
  if (!sessionId) throw new KlaError('NOT_SIGNED_IN')
  const cookieUse = reply ? CookieUse.REPLACEABLE : CookieUse.PRESENTED
  const identity = await auth.resolveSession(
    { sessionId, withoutAccessToken, cookieUse },
    { requestId: request.id, turn: networkOf(request.ip) },
  )
  const { account, nextSessionId, sessionExpiresAtMs, ...rest } = identity
  if (!account) throw new KlaError('NOT_SIGNED_IN')
  if (reply && nextSessionId) setSessionCookie(reply, cookieSecure, nextSessionId, sessionExpiresAtMs ?? 0)
  return { account, ...rest }
}

/** Rejects with ADMIN_NOT_SIGNED_IN without a valid bearer token. */
export async function identifyAdministrator(
  request: FastifyRequest,
  { auth }: Pick<HttpDeps, 'auth'>,
  {
    token = bearerOf(request),
    passive,
  }: { readonly token?: string | undefined; readonly passive?: boolean | undefined } = {},
): Promise<AdministratorIdentity> {
  if (token === undefined) throw new KlaError('ADMIN_NOT_SIGNED_IN')
  try {
    return await auth.resolveAdministrator({ token, ...(passive && { passive }) }, { requestId: request.id })
  } catch (error) {
    if (KlaError.from(error).reason !== 'NOT_SIGNED_IN') throw error
    throw new KlaError('ADMIN_NOT_SIGNED_IN', undefined, { cause: error })
  }
}

export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  BEARER.exec(headers.authorization ?? '')?.[1]

const REMEMBERED_MAX = 10_000

/**
 * Asks auth for every clip. While auth is away, the last player counts until the principal expires. Keyed by the whole
 * cookie, so that a refused value stays refused.
 */
export function createIdentifyViewer(deps: Pick<HttpDeps, 'auth' | 'cookieSecure' | 'now'>) {
  const last = new LRUCache<string, Player>(atMost(REMEMBERED_MAX))
  return async (request: FastifyRequest): Promise<Player> => {
    const key = createHash('sha256')
      .update(request.cookies[SESSION_COOKIE] ?? '')
      .digest('base64')
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
  }
}
