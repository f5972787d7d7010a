import { parseCookie } from 'cookie'

/** Name from the specification, section 9. */
export const SESSION_COOKIE = 'kla'

export const sessionIdOf = (cookieHeader: string): string | undefined =>
  parseCookie(cookieHeader)[SESSION_COOKIE] || undefined
