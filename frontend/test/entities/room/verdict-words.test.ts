import { expect, test } from '@jest/globals'
import { NO_WINNER_REASONS } from '@kla/proto/web'
import { noWinnerWords, verdictWords } from '../../../src/entities/room/verdict-words.js'

test('names the winner', () => {
  expect(verdictWords('you')).toBe('You won')
  expect(verdictWords({ name: 'Jonas' })).toBe('Jonas won')
  expect(verdictWords('none')).toBe('No winner')
})

test('names the player who left, and when', () => {
  expect(noWinnerWords('left', { name: 'Jonas', inVote: true })).toBe(
    "Jonas left during the vote, so there's no winner.",
  )
  expect(noWinnerWords('left', { name: 'Jonas', inVote: false })).toContain('during the battle')
})

test('has its own words for each reason', () => {
  const all = [...NO_WINNER_REASONS, null].map((why) => noWinnerWords(why, { name: 'Jonas', inVote: true }))
  expect(new Set(all).size).toBe(NO_WINNER_REASONS.length + 1)
})
