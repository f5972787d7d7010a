import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { KlaError } from '@kla/chassis'
import { SESSION_COOKIE } from '../../shared/session-cookie.js'

/** Ties a login to the browser that began it. */
export const LOGIN_COOKIE = 'kla_login'
/** The administrator's token for /media, since a judge's page has no bearer token. */
export const JUDGE_COOKIE = 'kla_judge'
export const JUDGE_COOKIE_PATH = '/media'
/** The longest battle, seconds. */
export const JUDGE_COOKIE_MAX_AGE_S = 7_200
/** Seconds. */
export const LOGIN_MAX_AGE_S = 600

export const setSessionCookie = (reply: FastifyReply, secure: boolean, value: string, expiresAtMs: number): FastifyReply =>
  reply.setCookie(SESSION_COOKIE, value, { ...cookieOptions(secure), expires: new Date(expiresAtMs) })

export const cookieOptions = (secure: boolean, path = '/'): CookieSerializeOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  secure,
  path,
})

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For webhooks, which carry no cookie. */
    readonly anyOrigin?: true
  }
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses changes from other sites, by Sec-Fetch-Site or Origin. A client that sends neither is not a browser. */
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
