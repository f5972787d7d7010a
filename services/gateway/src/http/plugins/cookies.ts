import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { KlaError } from '@kla/chassis'
import { SESSION_COOKIE } from '../../shared/session-cookie.js'

/** Ties a login that is under way to the browser that began it. */
export const LOGIN_COOKIE = 'kla_login'
/** Lets a judge's page, which has no bearer token, show the clips of a tie: the administrator's token, for /media alone. */
export const JUDGE_COOKIE = 'kla_judge'
export const JUDGE_COOKIE_PATH = '/media'
/** As long as the longest battle may take, seconds. */
export const JUDGE_COOKIE_MAX_AGE_S = 7_200
/** How long a login may take, seconds. */
export const LOGIN_MAX_AGE_S = 600

/** The session's cookie, until `expiresAtMs` (Unix milliseconds). */
export const setSessionCookie = (reply: FastifyReply, secure: boolean, value: string, expiresAtMs: number): FastifyReply =>
  reply.setCookie(SESSION_COOKIE, value, { ...cookieOptions(secure), expires: new Date(expiresAtMs) })

/** No script reads it, and another site's form does not carry it. */
export const cookieOptions = (secure: boolean, path = '/'): CookieSerializeOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  secure,
  path,
})

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Called by machines of others, which no cookie speaks for. */
    readonly anyOrigin?: true
  }
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses calls that change something when a page of another site makes them. Browsers say where such a call comes
 * from, in Sec-Fetch-Site or at least in Origin; a client that sends neither is no browser, and carries nobody's cookie
 * but its own.
 */
export function registerSameOrigin(app: FastifyInstance, publicOrigin: string): void {
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method) || request.routeOptions.config.anyOrigin) return
    if (!isSameOrigin(request, publicOrigin)) throw new KlaError('NOT_ALLOWED')
  })
}

function isSameOrigin({ headers, protocol, host }: FastifyRequest, publicOrigin: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (site === 'same-origin' || site === 'none') return true
  if (site !== undefined) return origin === publicOrigin
  return origin === undefined || origin === publicOrigin || origin === `${protocol}://${host}`
}
