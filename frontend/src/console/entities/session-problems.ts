import { REASONS, type RestError } from '@kla/proto/web'

/** What keeps a new password from being sent; null for nothing. The server has more to say of it. */
export function passwordProblem(current: string, password: string, repeated: string): string | null {
  if (password === '') return 'Enter a new password.'
  if (password === current) return 'The new password is the old one.'
  if (password !== repeated) return 'The two are not the same.'
  return null
}

const bodyOf = (error: unknown) => (error as { data?: Partial<RestError> } | undefined)?.data

/** Whether name and password were right, and the authenticator's code is missing. */
export const asksForCode = (error: unknown): boolean => bodyOf(error)?.code === 'TOTP_REQUIRED'

/**
 * What is said of a login that did not work (specification of the platform, section 8): of an answer without success,
 * and of none at all. What the server says beyond that (somebody has to wait) stands behind it.
 */
export function signInProblem(error: unknown): string {
  const body = bodyOf(error)
  if (typeof body?.code !== 'string') return error === undefined ? 'login failed' : 'Response: 404'
  const more = body.error && body.error !== REASONS.ADMIN_LOGIN_FAILED.text ? `: ${body.error}` : ''
  return `login failed${more}`
}
