import {
  ALL_SEASONS,
  COUNTED_AFTER_MS,
  type LeaderboardMode,
  PAIR_DAILY_MAX,
  PAIR_SEASON_WINS_MAX,
  seasonSpan,
} from '@kla/proto/web'
import { TEXT_LANGUAGE } from '../../shared/format.js'
import type { Leaderboard, LeaderboardEntry } from './api.js'

const minutes = (ms: number) => ms / 60_000

/** States the counting rules from the constants of `worthOf`. */
export const countingRules = (): readonly string[] => [
  `Rush games ended before ${minutes(COUNTED_AFTER_MS.rush)} minutes and Stamina games ended before ` +
    `${minutes(COUNTED_AFTER_MS.stamina)} minutes do not count for most games played. ` +
    'A win in one of them does not count for most wins either.',
  `Between the same two players, only the first ${PAIR_DAILY_MAX} games of a day (UTC) count, for both lists. ` +
    `Of the wins in those games, only the first ${PAIR_SEASON_WINS_MAX} of a season count for most wins, ` +
    'no matter which of the two won.',
]

export const entriesOf = (board: Leaderboard | undefined, mode: LeaderboardMode): readonly LeaderboardEntry[] =>
  (mode === 'wins' ? board?.top_winners : board?.top_players) ?? []

const month = (timeMs: number) =>
  new Intl.DateTimeFormat(TEXT_LANGUAGE, { month: 'short', timeZone: 'UTC' }).format(timeMs)

export function seasonWords(season: string): string {
  if (season === ALL_SEASONS) return 'All time'
  const { startsMs, endsMs } = seasonSpan(season)
  return `${month(startsMs)} – ${month(endsMs - 1)} ${new Date(startsMs).getUTCFullYear()}`
}

export const seasonOptions = (seasons: readonly string[]) =>
  [ALL_SEASONS, ...seasons].map((season) => ({ value: season, label: seasonWords(season) }))
