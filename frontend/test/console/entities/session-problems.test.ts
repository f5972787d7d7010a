import { describe, expect, test } from '@jest/globals'
import {
  asksToProve,
  missingCode,
  passkeySignInProblem,
  passwordProblem,
  signInProblem,
} from '../../../src/console/entities/session-problems.js'

describe('passwordProblem', () => {
  test('requires a new password, repeated correctly', () => {
    expect(passwordProblem('old', 'correct horse battery', 'correct horse battery')).toBeNull()
    expect(passwordProblem('old', 'correct horse battery', 'correct horse')).not.toBeNull()
    expect(passwordProblem('same', 'same', 'same')).not.toBeNull()
    expect(passwordProblem('old', '', '')).not.toBeNull()
  })
})

describe('signInProblem', () => {
  test("reports an answer without success as 'login failed'", () => {
    const refusal = { status: 401, data: { success: false, error: 'login failed', code: 'ADMIN_LOGIN_FAILED' } }
    expect(signInProblem(refusal)).toBe('login failed')
    expect(missingCode(refusal)).toBeNull()
  })

  test("appends the server's waiting time", () => {
    const refusal = { status: 429, data: { error: 'Slow down a little.', code: 'RATE_LIMITED' } }
    expect(signInProblem(refusal)).toBe('login failed: Slow down a little.')
  })

  test.each([
    ['no answer', { status: 'FETCH_ERROR', error: 'TypeError' }],
    ['a timeout', { status: 'TIMEOUT_ERROR', error: 'AbortError' }],
    ['an HTML page as answer', { status: 'PARSING_ERROR', originalStatus: 404, data: '<html>' }],
  ])("reports %s as 'Response: 404'", (_, error) => {
    expect(signInProblem(error)).toBe('Response: 404')
  })
})

const refused = (code: string, error = code) => ({ status: 401, data: { success: false, error, code } })

describe('missingCode', () => {
  test("asks for the authenticator's code, or for a recovery code in place of a passkey", () => {
    expect(missingCode(refused('TOTP_REQUIRED'))).toBe('authenticator')
    expect(missingCode(refused('PASSKEY_REQUIRED'))).toBe('recovery')
  })
})

describe('asksToProve', () => {
  test('is true only if the session goes on after the refusal', () => {
    expect(asksToProve(refused('PASSKEY_REQUIRED'))).toBe(true)
    expect(asksToProve(refused('TOTP_REQUIRED'))).toBe(true)
    expect(asksToProve(refused('UNAUTHENTICATED'))).toBe(false)
    expect(asksToProve({ status: 401, data: null })).toBe(false)
  })
})

describe('passkeySignInProblem', () => {
  test('says what to do with an unknown passkey, and without an answer', () => {
    expect(passkeySignInProblem(refused('ADMIN_LOGIN_FAILED', 'login failed'))).toMatch(/^We don't know this passkey\./)
    expect(passkeySignInProblem({ status: 'FETCH_ERROR' })).toMatch(/^We couldn't reach the console\./)
    expect(passkeySignInProblem({ status: 429, data: { code: 'RATE_LIMITED', error: 'Wait a minute.' } })).toBe(
      'Wait a minute.',
    )
  })
})
