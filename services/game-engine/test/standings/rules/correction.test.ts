import { describe, expect, test } from '@jest/globals'
import { CORRECTION_MAX, REASON_MAX } from '@kla/proto/web'
import { checkedCorrection, refusalOf, type WantedCorrection } from '../../../src/standings/rules/correction.js'

const wanted: WantedCorrection = {
  id: '01890000-0000-7000-8000-00000000000A',
  accountId: 7,
  season: '2026-Q4',
  gamesWon: -1,
  gamesPlayed: 0,
  reason: ' a bought win ',
}

const NOW = Date.UTC(2026, 10, 21)

describe('a correction', () => {
  test('is normalised', () => {
    expect(checkedCorrection(wanted, NOW)).toEqual({ ...wanted, id: wanted.id.toLowerCase(), reason: 'a bought win' })
    const most = { ...wanted, gamesWon: CORRECTION_MAX, reason: 'x'.repeat(REASON_MAX) }
    expect(checkedCorrection(most, NOW)).toMatchObject({ gamesWon: CORRECTION_MAX })
  })

  test.each<Partial<WantedCorrection>>([
    { id: 'correction' },
    { accountId: 0 },
    { accountId: -3 },
    { season: 'all' },
    { season: '2026-Q5' },
    { season: '' },
    { gamesWon: 0 },
    { gamesWon: CORRECTION_MAX + 1 },
    { gamesPlayed: -CORRECTION_MAX - 1 },
  ])('is rejected with %p', (change) => {
    expect(checkedCorrection({ ...wanted, ...change }, NOW)).toEqual({ refused: 'INVALID_FIELD' })
  })

  test.each(['', '   ', 'x'.repeat(REASON_MAX + 1), '\u200b\u2800'])('is rejected with the reason %.20j', (reason) => {
    const text = "Something in that request isn't valid (reason)."
    expect(checkedCorrection({ ...wanted, reason }, NOW)).toEqual({ refused: 'INVALID_FIELD', text })
  })

  test.each(['2025-Q1', '2026-Q3', '2026-Q4'])('accepts %s', (season) => {
    expect(checkedCorrection({ ...wanted, season }, NOW)).toMatchObject({ season })
  })

  test.each(['2024-Q4', '2027-Q1', '2099-Q4'])('is rejected with a text for %s', (season) => {
    const text = expect.stringContaining('2025-Q1')
    expect(checkedCorrection({ ...wanted, season }, NOW)).toEqual({ refused: 'INVALID_FIELD', text })
  })

  test.each([
    [{ gamesWon: 0, gamesPlayed: 5 }, wanted],
    [
      { gamesWon: 5, gamesPlayed: 1 },
      { gamesWon: 1, gamesPlayed: -2 },
    ],
  ])('removes no more than there is of %j', (has, difference) => {
    expect(refusalOf(has, difference)).toEqual({ refused: 'BELOW_ZERO' })
  })

  test.each([
    [{ gamesWon: 1, gamesPlayed: 0 }, wanted],
    [
      { gamesWon: 4, gamesPlayed: 5 },
      { gamesWon: 1, gamesPlayed: 0 },
    ],
    [
      { gamesWon: 0, gamesPlayed: 0 },
      { gamesWon: 2, gamesPlayed: 2 },
    ],
    // Wins that were above the games for another cause become fewer.
    [
      { gamesWon: 9, gamesPlayed: 1 },
      { gamesWon: -1, gamesPlayed: 0 },
    ],
  ])('is accepted for a player with %j', (has, difference) => {
    expect(refusalOf(has, difference)).toBeUndefined()
  })

  test.each([
    [
      { gamesWon: 5, gamesPlayed: 5 },
      { gamesWon: 1, gamesPlayed: 0 },
    ],
    [
      { gamesWon: 5, gamesPlayed: 5 },
      { gamesWon: 0, gamesPlayed: -1 },
    ],
    [
      { gamesWon: 0, gamesPlayed: 0 },
      { gamesWon: 3, gamesPlayed: 2 },
    ],
  ])('leaves no more wins than games for a player with %j', (has, difference) => {
    const text = expect.stringContaining('more games won than played')
    expect(refusalOf(has, difference)).toEqual({ refused: 'INVALID_FIELD', text })
  })
})
