import { expect, test } from '@jest/globals'
import { MATCH_END_REASONS } from '@kla/proto/web'
import { endingWords } from '../../../src/features/quick-match/ending-words.js'
import { searchStatus } from '../../../src/features/quick-match/search-status.js'

const search = {
  number: 1,
  wish: { mode: 'rush', category: 'default' },
  startedAt: 0,
  taken: true,
  outlook: null,
  missed: false,
  found: null,
  roomId: null,
} as const

test('says what a search is at', () => {
  expect(searchStatus(search, 'open')).toBe('Searching for an opponent…')
  expect(searchStatus({ ...search, missed: true }, 'open')).toContain('did not accept')
  expect(searchStatus(search, 'lost')).toContain('goes on')
  expect(searchStatus({ ...search, missed: true }, 'connecting')).toBe('Connecting…')
})

test('has words of its own for every end', () => {
  const words = MATCH_END_REASONS.map((reason) => endingWords({ reason }))
  expect(new Set(words).size).toBe(MATCH_END_REASONS.length)
  for (const text of words) expect(text).toMatch(/^[A-Z].*\.$/)
})

test('tells a refusal in the words of the server', () => {
  expect(endingWords({ refusal: 'You are banned from rooms.' })).toBe('You are banned from rooms.')
})
