import type { CookieSerializeOptions } from '@fastify/cookie'
import { KlaError } from '@kla/chassis'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_COOKIE } from '../../shared/session-cookie.js'
import { isCall, isNavigation } from '../url-prefixes.js'

/** Ties a login to its browser: a secret and a page. */
const LOGIN_COOKIE = 'kla_login'
/** The judge's token for /media. */
export const JUDGE_COOKIE = 'kla_judge'
export const JUDGE_COOKIE_PATH = '/media'
/** Length of the longest battle, seconds. */
export const JUDGE_COOKIE_MAX_AGE_S = 7_200
const LOGIN_MAX_AGE_S = 600

export const setSessionCookie = (
  reply: FastifyReply,
  secure: boolean,
  value: string,
  expiresAtMs: number,
): FastifyReply => reply.setCookie(SESSION_COOKIE, value, { ...cookieOptions(secure), expires: new Date(expiresAtMs) })

/** Browsers drop cookies above 4 KB. */
const BACK_MAX = 3_000

/** Keeps the page for a retry. `secret` is empty once used. */
export function setLoginCookie(reply: FastifyReply, secure: boolean, { secret, back }: LoginCookie): FastifyReply {
  const options = cookieOptions(secure, '/auth')
  const kept = encodeURIComponent(back).length > BACK_MAX ? '' : back
  if (secret === '' && kept === '') return reply.clearCookie(LOGIN_COOKIE, options)
  return reply.setCookie(LOGIN_COOKIE, `${secret}.${kept}`, { ...options, maxAge: LOGIN_MAX_AGE_S })
}

interface LoginCookie {
  readonly secret: string
  readonly back: string
}

export function loginCookieOf(cookies: Readonly<Record<string, string | undefined>> | undefined): LoginCookie {
  const [secret = '', ...back] = (cookies?.[LOGIN_COOKIE] ?? '').split('.')
  return { secret, back: back.join('.') }
}

export const cookieOptions = (secure: boolean, path = '/'): CookieSerializeOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  secure,
  path,
})

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Allows any origin, for webhooks, which carry no cookie. */
    readonly anyOrigin?: true
  }
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses changes from other sites, by Sec-Fetch-Site or Origin. Clients that send neither are not browsers. Forms may
 * open pages, for payment pages.
 */
export function registerSameOrigin(app: FastifyInstance, publicOrigin: string): void {
  app.addHook('onRequest', async (request, reply) => {
    if (SAFE_METHODS.has(request.method) || request.routeOptions.config.anyOrigin) return
    if (isPostedPage(request))
      return reply.header('cache-control', 'no-store').redirect(publicOrigin + request.url, 303)
    if (!isSameOrigin(request, publicOrigin)) throw new KlaError('NOT_ALLOWED')
  })
}

const isPostedPage = (request: FastifyRequest): boolean =>
  request.method === 'POST' && isNavigation(request) && !isCall(request.url.split('?', 1)[0] ?? '')

function isSameOrigin({ headers, protocol, host }: FastifyRequest, publicOrigin: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (site === 'same-origin' || site === 'none') return true
  if (site !== undefined) return origin === publicOrigin
  return origin === undefined || origin === publicOrigin || origin === `${protocol}://${host}`
}
