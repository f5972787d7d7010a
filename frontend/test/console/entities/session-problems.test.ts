import { describe, expect, test } from '@jest/globals'
import { asksForCode, passwordProblem, signInProblem } from '../../../src/console/entities/session-problems.js'

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
    expect(asksForCode(refusal)).toBe(false)
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

  test('asks for a missing code', () => {
    expect(
      asksForCode({ status: 401, data: { success: false, error: 'Enter the code.', code: 'TOTP_REQUIRED' } }),
    ).toBe(true)
  })
})
