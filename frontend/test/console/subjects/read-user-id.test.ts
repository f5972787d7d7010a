import { expect, test } from '@jest/globals'
import { readUserId } from '../../../src/console/subjects/read-user-id.js'

test('spaces around an id mean nothing', () => {
  expect(readUserId(' 42 ')).toBe(42)
})

test.each(['', '0', '-1', '4.2', 'ada', '9'.repeat(17)])('%p is nobody', (text) => {
  expect(readUserId(text)).toBeNull()
})
