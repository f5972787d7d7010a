import { expect, test } from '@jest/globals'
import { asksForCode, passwordProblem, signInProblem } from '../../../src/console/entities/session-problems.js'

test('a new password is typed twice, and is another one', () => {
  expect(passwordProblem('old', 'correct horse battery', 'correct horse battery')).toBeNull()
  expect(passwordProblem('old', 'correct horse battery', 'correct horse')).not.toBeNull()
  expect(passwordProblem('same', 'same', 'same')).not.toBeNull()
  expect(passwordProblem('old', '', '')).not.toBeNull()
})

test("an answer without success is 'login failed'", () => {
  const refusal = { status: 401, data: { success: false, error: 'login failed', code: 'ADMIN_LOGIN_FAILED' } }
  expect(signInProblem(refusal)).toBe('login failed')
  expect(asksForCode(refusal)).toBe(false)
})

test('who has to wait is told so', () => {
  const refusal = { status: 429, data: { error: 'Slow down a little.', code: 'RATE_LIMITED' } }
  expect(signInProblem(refusal)).toBe('login failed: Slow down a little.')
})

test.each([
  ['no answer', { status: 'FETCH_ERROR', error: 'TypeError' }],
  ['one that takes too long', { status: 'TIMEOUT_ERROR', error: 'AbortError' }],
  ['a page in place of an answer', { status: 'PARSING_ERROR', originalStatus: 404, data: '<html>' }],
])("%s is 'Response: 404'", (_, error) => {
  expect(signInProblem(error)).toBe('Response: 404')
})

test('a missing code is asked for', () => {
  expect(asksForCode({ status: 401, data: { success: false, error: 'Enter the code.', code: 'TOTP_REQUIRED' } })).toBe(true)
})
