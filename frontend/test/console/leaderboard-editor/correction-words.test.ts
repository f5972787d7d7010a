import { expect, test } from '@jest/globals'
import { differenceWords, isReversible } from '../../../src/console/leaderboard-editor/correction-words.js'

test.each([
  [2, 3, '+2 won, +3 played'],
  [-1, 0, '-1 won'],
  [0, -4, '-4 played'],
])('%i won and %i played are called %p', (games_won, games_played, words) => {
  expect(differenceWords({ games_won, games_played })).toBe(words)
})

test('a correction can be reversed once, a reversal cannot', () => {
  expect(isReversible({ reverses: null, reversed_by: null })).toBe(true)
  expect(isReversible({ reverses: null, reversed_by: 'b' })).toBe(false)
  expect(isReversible({ reverses: 'a', reversed_by: null })).toBe(false)
})
