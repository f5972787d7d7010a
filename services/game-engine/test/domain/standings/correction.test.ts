import { describe, expect, test } from '@jest/globals'
import { CORRECTION_MAX, REASON_MAX } from '@kla/proto/web'
import { checkedCorrection, staysAboveNothing, type WantedCorrection } from '../../../src/domain/standings/index.js'

const wanted: WantedCorrection = {
  id: '01890000-0000-7000-8000-00000000000A',
  accountId: 7,
  season: '2026-Q4',
  gamesWon: -1,
  gamesPlayed: 0,
  reason: ' a bought win ',
}

describe('a correction', () => {
  test('is taken as it is meant', () => {
    expect(checkedCorrection(wanted)).toEqual({ ...wanted, id: wanted.id.toLowerCase(), reason: 'a bought win' })
    expect(checkedCorrection({ ...wanted, gamesWon: CORRECTION_MAX, reason: 'x'.repeat(REASON_MAX) })).toMatchObject({
      gamesWon: CORRECTION_MAX,
    })
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
    { reason: '' },
    { reason: '   ' },
    { reason: 'x'.repeat(REASON_MAX + 1) },
    { reason: 'a\0b' },
  ])('is refused with %p', (change) => {
    expect(checkedCorrection({ ...wanted, ...change })).toEqual({ refused: 'INVALID_FIELD' })
  })

  test('takes no more than there is', () => {
    expect(staysAboveNothing({ gamesWon: 1, gamesPlayed: 0 }, wanted)).toBe(true)
    expect(staysAboveNothing({ gamesWon: 0, gamesPlayed: 5 }, wanted)).toBe(false)
    expect(staysAboveNothing({ gamesWon: 5, gamesPlayed: 1 }, { gamesWon: 1, gamesPlayed: -2 })).toBe(false)
  })
})
