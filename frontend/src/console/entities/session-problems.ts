import { REASONS, type RestError } from '@kla/proto/web'
import { errorText } from '../../shared/api/errors.js'

/** Returns null for a password worth sending; the server checks more. */
export function passwordProblem(current: string, password: string, repeated: string): string | null {
  if (password === '') return 'Enter a new password.'
  if (password === current) return "Choose a password that's different from your current one."
  if (password !== repeated) return "The passwords don't match."
  return null
}

const bodyOf = (error: unknown) => (error as { data?: Partial<RestError> } | undefined)?.data

/** Code that a sign-in still needs: the authenticator's, or a recovery code in place of the passkey. Null for neither. */
export function missingCode(error: unknown): 'authenticator' | 'recovery' | null {
  const code = bodyOf(error)?.code
  return code === 'TOTP_REQUIRED' ? 'authenticator' : code === 'PASSKEY_REQUIRED' ? 'recovery' : null
}

/** True if the server wants another proof and the session, if any, goes on. */
export const asksToProve = (error: unknown): boolean => missingCode(error) !== null

/** Sign-in error with the server's text (platform specification, section 8). */
export function signInProblem(error: unknown): string {
  const body = bodyOf(error)
  if (typeof body?.code !== 'string') return error === undefined ? 'login failed' : 'Response: 404'
  const more = body.error && body.error !== REASONS.ADMIN_LOGIN_FAILED.text ? `: ${body.error}` : ''
  return `login failed${more}`
}

/** Words for a sign-in by passkey that the server refused or never answered. */
export const passkeySignInProblem = (error: unknown): string =>
  bodyOf(error)?.code === 'ADMIN_LOGIN_FAILED'
    ? "We don't know this passkey. Try another one, or sign in with your password."
    : errorText(error, "We couldn't reach the console. Check your connection, then try again.")
