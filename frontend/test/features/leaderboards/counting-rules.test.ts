import { expect, test } from '@jest/globals'
import { PAIR_DAILY_MAX, PAIR_SEASON_WINS_MAX, worthOf, type PairBattle } from '@kla/proto/web'
import { countingRules } from '../../../src/features/leaderboards/counting-rules.js'

const DAY_MS = 86_400_000
const text = countingRules().join(' ')

/** Battles between two people who win in turn: so many a day, on so many days. */
const battles = (aDay: number, days: number): PairBattle[] =>
  Array.from({ length: aDay * days }, (_, index) => {
    const endedAtMs = Math.floor(index / aDay) * DAY_MS + (index % aDay)
    return { battleId: `b${index}`, endedAtMs, winnerId: (index % 2) + 1 }
  })

test('says for both lists that short games do not count', () => {
  expect(text).toContain(
    'Rush games ended before 3 minutes and Stamina games ended before 20 minutes do not count for most games played.',
  )
  expect(text).toContain('A win in one of them does not count for most wins either.')
})

test('says how many games of a day count, as the rule has it', () => {
  const worth = [...worthOf(battles(PAIR_DAILY_MAX + 2, 1)).values()]
  const played = worth.filter((battle) => battle.played).length
  const won = worth.filter((battle) => battle.wonBy !== null).length
  expect([played, won]).toEqual([PAIR_DAILY_MAX, PAIR_DAILY_MAX])
  expect(text).toContain(`the first ${played} games of a day (UTC) count, for both lists`)
})

test('says how many wins of a season count, those of both people together, as the rule has it', () => {
  const worth = [...worthOf(battles(1, PAIR_SEASON_WINS_MAX + 5)).values()]
  const won = worth.filter((battle) => battle.wonBy !== null).length
  expect(worth.every((battle) => battle.played)).toBe(true)
  expect(text).toContain(`the first ${won} of a season count for most wins, those of both people together`)
})
