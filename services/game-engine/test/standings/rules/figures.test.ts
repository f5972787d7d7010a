import { describe, expect, test } from '@jest/globals'
import { PAIR_DAILY_MAX, PAIR_SEASON_WINS_MAX, type PairBattle } from '@kla/proto/web'
import fc from 'fast-check'
import { addBattle, pairWorth } from '../../../src/standings/rules/figures.js'

const pair = { lowId: 1, highId: 2 }
const DAY_MS = 86_400_000
const battle = (battleId: string, endedAtMs: number, winnerId: number | null = 1): PairBattle => ({
  battleId,
  endedAtMs,
  winnerId,
})

describe('the battles of a pair', () => {
  test('count up to a limit per day', () => {
    const { figures, played } = pairWorth(pair, [
      battle('c', 3),
      battle('a', 1, 2),
      battle('d', 4),
      battle('b', 2, null),
    ])
    expect(figures).toEqual([
      { accountId: 1, gamesWon: 1, gamesPlayed: PAIR_DAILY_MAX },
      { accountId: 2, gamesWon: 1, gamesPlayed: PAIR_DAILY_MAX },
    ])
    expect([...played].sort()).toEqual(['a', 'b', 'c'])
  })

  test('give little to players who trade wins', () => {
    const traded = Array.from({ length: 500 }, (_, at) => battle(`b${at}`, at * (DAY_MS / 10), (at % 2) + 1))
    const { figures } = pairWorth(pair, traded)
    expect(figures.reduce((sum, { gamesWon }) => sum + gamesWon, 0)).toBe(PAIR_SEASON_WINS_MAX)
    expect(figures[0]?.gamesPlayed).toBe(50 * PAIR_DAILY_MAX)
  })

  test('change when a late battle displaces another', () => {
    const known = [battle('b', 2), battle('c', 3), battle('d', 4)]
    expect(addBattle(pair, known, battle('a', 1, 2))).toEqual({
      gains: [
        { accountId: 1, gamesWon: -1, gamesPlayed: 0 },
        { accountId: 2, gamesWon: 1, gamesPlayed: 0 },
      ],
      played: ['a'],
      displaced: ['d'],
    })
    expect(addBattle(pair, known, battle('e', 5))).toEqual({ gains: [], played: [], displaced: [] })
  })

  const history = fc.uniqueArray(
    fc.record({ at: fc.nat({ max: 4 * 24 }), winnerId: fc.constantFrom(1, 2, null), id: fc.uuid() }),
    { selector: ({ id }) => id, maxLength: 40 },
  )

  test('sum up the same one by one and all at once, in any order', () => {
    fc.assert(
      fc.property(history, (told) => {
        const battles = told.map(({ at, winnerId, id }) => battle(id, at * 3_600_000, winnerId))
        const counted = new Map<string, PairBattle>()
        const sums = new Map([1, 2].map((accountId) => [accountId, { accountId, gamesWon: 0, gamesPlayed: 0 }]))
        for (const one of battles) {
          const { gains, played, displaced } = addBattle(pair, [...counted.values()], one)
          for (const id of displaced) counted.delete(id)
          if (played.includes(one.battleId)) counted.set(one.battleId, one)
          for (const { accountId, gamesWon, gamesPlayed } of gains) {
            const had = sums.get(accountId)
            if (!had) throw new Error('gain of another account')
            sums.set(accountId, {
              accountId,
              gamesWon: had.gamesWon + gamesWon,
              gamesPlayed: had.gamesPlayed + gamesPlayed,
            })
          }
        }
        const whole = pairWorth(pair, battles)
        expect([...sums.values()]).toEqual(whole.figures)
        expect(new Set(counted.keys())).toEqual(whole.played)
      }),
    )
  })
})
