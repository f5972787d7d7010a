import { parseCookie } from 'cookie'

/** Holds the session (specification, section 9). */
export const SESSION_COOKIE = 'kla'

/** What holds a session, as its cookie came in a Cookie header, or undefined. */
export const sessionIdOf = (cookieHeader: string): string | undefined =>
  parseCookie(cookieHeader)[SESSION_COOKIE] || undefined
