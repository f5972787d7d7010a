import { expect, test } from '@jest/globals'
import { elapsedWords, estimateWords, waitingWords } from '../../../src/features/quick-match/wait-words.js'

test.each([
  [-500, '0:00'],
  [999, '0:00'],
  [7_200, '0:07'],
  [750_000, '12:30'],
])('%i ms gone by are %s', (ms, words) => {
  expect(elapsedWords(ms)).toBe(words)
})

test.each([
  [null, 'No estimate yet'],
  [0, 'Usually 5 s'],
  [12_001, 'Usually 15 s'],
  [55_001, 'Usually 1 min'],
  [60_000, 'Usually 1 min'],
  [61_000, 'Usually 2 min'],
])('an estimate of %p ms is %s', (ms, words) => {
  expect(estimateWords(ms)).toBe(words)
})

test('says how many search, this player included', () => {
  expect(waitingWords(null)).toBe('Asking around…')
  expect(waitingWords({ estimatedWaitMs: null, waiting: 1 })).toBe('Nobody else searches here yet')
  expect(waitingWords({ estimatedWaitMs: null, waiting: 2 })).toBe('2 people search here now')
})
