import { expect, test } from '@jest/globals'
import { passwordProblem } from '../../../src/console/session/password-problem.js'

test('a new password is typed twice, and is another one', () => {
  expect(passwordProblem('old', 'correct horse battery', 'correct horse battery')).toBeNull()
  expect(passwordProblem('old', 'correct horse battery', 'correct horse')).not.toBeNull()
  expect(passwordProblem('same', 'same', 'same')).not.toBeNull()
  expect(passwordProblem('old', '', '')).not.toBeNull()
})
