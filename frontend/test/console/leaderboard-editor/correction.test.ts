import { describe, expect, test } from '@jest/globals'
import {
  differenceWords,
  draftErrors,
  figuresAfter,
  isReversible,
  toDifferences,
} from '../../../src/console/leaderboard-editor/correction.js'

const before = { won: 5, played: 9 }

describe('correction draft', () => {
  test('previews the figures of an unfinished draft', () => {
    expect(figuresAfter(before, { won: '-2', played: '' })).toEqual({ won: 3, played: 9 })
    expect(figuresAfter(before, { won: '-', played: '+1' })).toEqual({ won: null, played: 10 })
  })

  test('accepts a correction down to zero', () => {
    const draft = { won: '-5', played: ' -9 ' }
    expect(draftErrors(before, draft)).toEqual({})
    expect(toDifferences(draft)).toEqual({ gamesWon: -5, gamesPlayed: -9 })
  })

  test('rejects a correction of nothing', () => {
    expect(draftErrors(before, { won: '', played: '0' })).toHaveProperty('won')
  })

  test.each([
    [{ won: '-6', played: '' }, 'won'],
    [{ won: '', played: '-10' }, 'played'],
    [{ won: '', played: '10001' }, 'played'],
    [{ won: '1.5', played: '1' }, 'won'],
    [{ won: '5', played: '' }, 'won'],
    [{ won: '', played: '-5' }, 'won'],
  ])('rejects %j at %s', (draft, figure) => {
    expect(Object.keys(draftErrors(before, draft))).toEqual([figure])
  })
})

describe('words of a correction', () => {
  test.each([
    [2, 3, '+2 won, +3 played'],
    [-1, 0, '-1 won'],
    [0, -4, '-4 played'],
  ])('describes %i won and %i played as %p', (games_won, games_played, words) => {
    expect(differenceWords({ games_won, games_played })).toBe(words)
  })

  test('reverses a correction once, and never a reversal', () => {
    expect(isReversible({ reverses: null, reversed_by: null })).toBe(true)
    expect(isReversible({ reverses: null, reversed_by: 'b' })).toBe(false)
    expect(isReversible({ reverses: 'a', reversed_by: null })).toBe(false)
  })
})
