import { REASONS, type RestError } from '@kla/proto/web'

/** Null for a password worth sending; the server checks more. */
export function passwordProblem(current: string, password: string, repeated: string): string | null {
  if (password === '') return 'Enter a new password.'
  if (password === current) return "Choose a password that's different from your current one."
  if (password !== repeated) return 'The two are not the same.'
  return null
}

const bodyOf = (error: unknown) => (error as { data?: Partial<RestError> } | undefined)?.data

/** The credentials were right and the authenticator's code is missing. */
export const asksForCode = (error: unknown): boolean => bodyOf(error)?.code === 'TOTP_REQUIRED'

/** Sign-in error, followed by the server's own text (specification, section 8). */
export function signInProblem(error: unknown): string {
  const body = bodyOf(error)
  if (typeof body?.code !== 'string') return error === undefined ? 'login failed' : 'Response: 404'
  const more = body.error && body.error !== REASONS.ADMIN_LOGIN_FAILED.text ? `: ${body.error}` : ''
  return `login failed${more}`
}
