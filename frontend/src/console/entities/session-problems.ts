import { REASONS, type RestError } from '@kla/proto/web'

/** Returns null for a password worth sending; the server checks more. */
export function passwordProblem(current: string, password: string, repeated: string): string | null {
  if (password === '') return 'Enter a new password.'
  if (password === current) return "Choose a password that's different from your current one."
  if (password !== repeated) return "The passwords don't match."
  return null
}

const bodyOf = (error: unknown) => (error as { data?: Partial<RestError> } | undefined)?.data

/** True if only the authenticator's code is missing. */
export const asksForCode = (error: unknown): boolean => bodyOf(error)?.code === 'TOTP_REQUIRED'

/** Sign-in error with the server's text (platform specification, section 8). */
export function signInProblem(error: unknown): string {
  const body = bodyOf(error)
  if (typeof body?.code !== 'string') return error === undefined ? 'login failed' : 'Response: 404'
  const more = body.error && body.error !== REASONS.ADMIN_LOGIN_FAILED.text ? `: ${body.error}` : ''
  return `login failed${more}`
}
