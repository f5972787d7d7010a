import { describe, expect, test } from '@jest/globals'
import { ranked } from '../../../src/standings/rules/leaderboard.js'

const line = (accountId: number, gamesWon: number, gamesPlayed = 10) => ({ accountId, gamesWon, gamesPlayed })
const places = (standings: ReturnType<typeof ranked>) => standings.map(({ rank }) => rank)

describe('ranked', () => {
  test('equal figures share a rank, and the next rank counts them all', () => {
    expect(places(ranked([line(1, 5), line(2, 4), line(3, 4), line(4, 4, 11), line(5, 3)], 0, 1))).toEqual([
      1, 2, 2, 4, 5,
    ])
  })

  test('a later page continues the ranks', () => {
    expect(places(ranked([line(3, 4), line(4, 4), line(5, 3)], 20, 18))).toEqual([18, 18, 23])
  })

  test('an empty page has no ranks', () => {
    expect(ranked([], 0, 1)).toEqual([])
  })
})
