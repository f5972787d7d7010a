import { expect, test } from '@jest/globals'
import { readUserId, readWhole } from '../../../src/console/kit/numbers.js'

test.each([
  ['7', 7],
  [' -2 ', -2],
  ['+3', 3],
  ['0', 0],
])('%p is %i', (text, number) => {
  expect(readWhole(text)).toBe(number)
})

test.each(['', ' ', '1.5', '1e3', '0x10', 'two', '- 2', '9'.repeat(16)])('%p is no whole number', (text) => {
  expect(readWhole(text)).toBeNull()
})

test('spaces around an id mean nothing', () => {
  expect(readUserId(' 42 ')).toBe(42)
})

test.each(['', '0', '-1', '4.2', 'ada', '9'.repeat(17)])('%p is nobody', (text) => {
  expect(readUserId(text)).toBeNull()
})
