import { expect, test } from '@jest/globals'
import {
  differenceWords, draftErrors, figuresAfter, isReversible, toDifferences,
} from '../../../src/console/leaderboard-editor/correction.js'

const before = { won: 5, played: 9 }

test('what somebody would have is shown while it is typed', () => {
  expect(figuresAfter(before, { won: '-2', played: '' })).toEqual({ won: 3, played: 9 })
  expect(figuresAfter(before, { won: '-', played: '+1' })).toEqual({ won: null, played: 10 })
})

test('a correction that takes all there is can be sent', () => {
  const draft = { won: '-5', played: ' -9 ' }
  expect(draftErrors(before, draft)).toEqual({})
  expect(toDifferences(draft)).toEqual({ gamesWon: -5, gamesPlayed: -9 })
})

test('nothing is no correction', () => {
  expect(draftErrors(before, { won: '', played: '0' })).toHaveProperty('won')
})

test.each([
  [{ won: '-6', played: '' }, 'won'],
  [{ won: '', played: '-10' }, 'played'],
  [{ won: '', played: '10001' }, 'played'],
  [{ won: '1.5', played: '1' }, 'won'],
  [{ won: '5', played: '' }, 'won'],
  [{ won: '', played: '-5' }, 'won'],
])('%j is refused at %s', (draft, figure) => {
  expect(Object.keys(draftErrors(before, draft))).toEqual([figure])
})

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
