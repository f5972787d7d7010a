import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply } from 'fastify'
import { SESSION_COOKIE } from './session-cookie.js'

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
