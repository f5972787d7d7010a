import { describe, expect, test } from '@jest/globals'
import { PAIR_DAILY_MAX, PAIR_SEASON_WINS_MAX, type PairBattle, worthOf } from '@kla/proto/web'
import type { Leaderboard, LeaderboardEntry } from '../../../src/features/leaderboards/api.js'
import { countingRules, entriesOf, seasonOptions, seasonWords } from '../../../src/features/leaderboards/rules.js'

describe('countingRules', () => {
  const DAY_MS = 86_400_000
  const text = countingRules().join(' ')

  /** Battles between two players who win alternately: so many a day, on so many days. */
  const battles = (aDay: number, days: number): PairBattle[] =>
    Array.from({ length: aDay * days }, (_, index) => {
      const endedAtMs = Math.floor(index / aDay) * DAY_MS + (index % aDay)
      return { battleId: `b${index}`, endedAtMs, winnerId: (index % 2) + 1 }
    })

  test('states for both lists that short games do not count', () => {
    expect(text).toContain(
      'Rush games ended before 3 minutes and Stamina games ended before 20 minutes do not count for most games played.',
    )
    expect(text).toContain('A win in one of them does not count for most wins either.')
  })

  test('states the daily limit of the rule', () => {
    const worth = [...worthOf(battles(PAIR_DAILY_MAX + 2, 1)).values()]
    const played = worth.filter((battle) => battle.played).length
    const won = worth.filter((battle) => battle.wonBy !== null).length
    expect([played, won]).toEqual([PAIR_DAILY_MAX, PAIR_DAILY_MAX])
    expect(text).toContain(`the first ${played} games of a day (UTC) count, for both lists`)
  })

  test("states the rule's limit of wins against the same player in a season", () => {
    const worth = [...worthOf(battles(1, PAIR_SEASON_WINS_MAX + 5)).values()]
    const won = worth.filter((battle) => battle.wonBy !== null).length
    expect(worth.every((battle) => battle.played)).toBe(true)
    expect(text).toContain(`the first ${won} of a season count for most wins, no matter which of the two won`)
  })
})

describe('entriesOf', () => {
  const entry = (id: number): LeaderboardEntry => ({
    id,
    username: `player ${id}`,
    avatar: null,
    discord_id: '',
    games_won: 1,
    games_played: 2,
    rank: 1,
  })
  const board: Leaderboard = {
    mode: 'played',
    season: 'all',
    seasons: [],
    top_winners: [entry(1)],
    top_players: [entry(2)],
    you: null,
  }

  test('returns the list of the mode', () => {
    expect(entriesOf(board, 'wins')).toEqual([entry(1)])
    expect(entriesOf(board, 'played')).toEqual([entry(2)])
  })

  test('returns an empty list when loading failed', () => {
    expect(entriesOf(undefined, 'played')).toEqual([])
  })
})

describe('seasons', () => {
  const monthIn = (month: number) =>
    new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, month))

  test('are named by their first and last month', () => {
    expect(seasonWords('2026-Q4')).toBe(`${monthIn(9)} – ${monthIn(11)} 2026`)
    expect(seasonWords('2027-Q1')).toBe(`${monthIn(0)} – ${monthIn(2)} 2027`)
  })

  test('are offered after all time, in the given order', () => {
    expect(seasonOptions(['2026-Q4', '2026-Q3']).map(({ value }) => value)).toEqual(['all', '2026-Q4', '2026-Q3'])
    expect(seasonOptions([])).toEqual([{ value: 'all', label: 'All time' }])
  })
})
