import { createHash } from 'node:crypto'
import { parseCookie } from 'cookie'

/** Name from the specification, section 9. */
export const SESSION_COOKIE = 'kla'

export const sessionIdOf = (cookieHeader: string): string | undefined =>
  parseCookie(cookieHeader)[SESSION_COOKIE] || undefined

/** Auth's key of a session: the hash of its token, or of the cookie's id. */
export const sessionKeyOf = (secret: string): string =>
  createHash('sha256')
    .update(secret.split('.', 1)[0] ?? '')
    .digest('base64url')
