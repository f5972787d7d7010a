/** A login that a browser has begun and not yet come back from. */
export interface LoginAttempt {
  /** A path of this site. */
  readonly redirectTo: string
  /** The hash of the secret that the browser holds. */
  readonly browserHash: string
  /** What the provider's code is bound to: a code that somebody else has caught opens nothing. */
  readonly verifier: string
}

export type AttemptCheck = Pick<LoginAttempt, 'redirectTo' | 'verifier'> | { readonly refused: 'LOGIN_FAILED' }

/**
 * Whether a login may go on: it was begun, is not over, and by this very browser. Otherwise somebody could make
 * another person's browser finish a login of their own, and so sign it in as themselves.
 */
export function checkAttempt(attempt: LoginAttempt | undefined, browserHash: string): AttemptCheck {
  if (attempt === undefined || attempt.browserHash !== browserHash) return { refused: 'LOGIN_FAILED' }
  return { redirectTo: attempt.redirectTo, verifier: attempt.verifier }
}
