import type { CookieSerializeOptions } from '@fastify/cookie'
import { parseCookie } from 'cookie'

/** Holds the session (specification, section 9). */
export const SESSION_COOKIE = 'kla'
/** Ties a login that is under way to the browser that began it. */
export const LOGIN_COOKIE = 'kla_login'
/** How long a login may take, seconds. */
export const LOGIN_MAX_AGE_S = 600

/** A session's secret from a Cookie header, or undefined. */
export const sessionIdOf = (cookieHeader: string): string | undefined =>
  parseCookie(cookieHeader)[SESSION_COOKIE] || undefined

/** No script reads it, and another site's form does not carry it. */
export const cookieOptions = (secure: boolean, path = '/'): CookieSerializeOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  secure,
  path,
})
