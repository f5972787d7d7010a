import { describe, expect, test } from '@jest/globals'
import { MATCH_END_REASONS } from '@kla/proto/web'
import {
  elapsedWords,
  endingWords,
  estimateWords,
  searchStatus,
  waitingWords,
} from '../../../src/features/quick-match/words.js'

describe('search texts', () => {
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

  test('describe the state of the search', () => {
    expect(searchStatus(search, 'open')).toBe('Searching for an opponent…')
    expect(searchStatus({ ...search, missed: true }, 'open')).toContain("didn't accept")
    expect(searchStatus(search, 'lost')).toContain('continues')
    expect(searchStatus({ ...search, missed: true }, 'connecting')).toBe('Connecting…')
  })

  test('describe every ending', () => {
    const words = MATCH_END_REASONS.map((reason) => endingWords({ reason }))
    expect(new Set(words).size).toBe(MATCH_END_REASONS.length)
    for (const text of words) expect(text).toMatch(/^[A-Z].*\.$/)
  })

  test("show a refusal in the server's words", () => {
    expect(endingWords({ refusal: 'You are banned from rooms.' })).toBe('You are banned from rooms.')
  })
})

describe('waiting times', () => {
  test.each([
    [-500, '0:00'],
    [999, '0:00'],
    [7_200, '0:07'],
    [750_000, '12:30'],
  ])('show %i ms as %s', (ms, words) => {
    expect(elapsedWords(ms)).toBe(words)
  })

  test.each([
    [null, 'No estimate yet'],
    [0, 'Usually 5 s'],
    [12_001, 'Usually 15 s'],
    [55_001, 'Usually 1 min'],
    [60_000, 'Usually 1 min'],
    [61_000, 'Usually 2 min'],
  ])('show an estimate of %p ms as %s', (ms, words) => {
    expect(estimateWords(ms)).toBe(words)
  })

  test('count this player among those who search', () => {
    expect(waitingWords(null)).toBe('Asking around…')
    expect(waitingWords({ estimatedWaitMs: null, waiting: 1 })).toBe('No one else is searching here yet')
    expect(waitingWords({ estimatedWaitMs: null, waiting: 2 })).toBe('2 people are searching here now')
  })
})
