import { describe, expect, test } from '@jest/globals'
import { counted, readUserId, readWhole } from '../../../src/console/kit/numbers.js'

test.each([
  [0, '0 points'],
  [1, '1 point'],
  [1_200, '1,200 points'],
])('counted gives %d its word', (count, text) => {
  expect(counted(count, 'point')).toBe(text)
})

describe('readWhole', () => {
  test.each([
    ['7', 7],
    [' -2 ', -2],
    ['+3', 3],
    ['0', 0],
  ])('reads %p as %i', (text, number) => {
    expect(readWhole(text)).toBe(number)
  })

  test.each(['', ' ', '1.5', '1e3', '0x10', 'two', '- 2', '9'.repeat(16)])('returns null for %p', (text) => {
    expect(readWhole(text)).toBeNull()
  })
})

describe('readUserId', () => {
  test('ignores spaces around an id', () => {
    expect(readUserId(' 42 ')).toBe(42)
  })

  test.each(['', '0', '-1', '4.2', 'ada', '9'.repeat(17)])('rejects %p as an id', (text) => {
    expect(readUserId(text)).toBeNull()
  })
})
