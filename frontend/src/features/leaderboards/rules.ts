import {
  ALL_SEASONS,
  COUNTED_AFTER_MS,
  type LeaderboardMode,
  PAIR_DAILY_MAX,
  PAIR_SEASON_WINS_MAX,
  seasonSpan,
} from '@kla/proto/web'
import { TEXT_LANGUAGE } from '../../shared/format.js'
import { COUNTING, LEADERBOARDS } from '../../texts/leaderboards.js'
import type { Leaderboard, LeaderboardEntry } from './api.js'

const minutes = (ms: number) => ms / 60_000

/** States the counting rules from the constants of `worthOf`. */
export const countingRules = (): readonly string[] => [
  COUNTING.short({ rush: minutes(COUNTED_AFTER_MS.rush), stamina: minutes(COUNTED_AFTER_MS.stamina) }),
  COUNTING.pairs({ daily: PAIR_DAILY_MAX, wins: PAIR_SEASON_WINS_MAX }),
]

export const entriesOf = (board: Leaderboard | undefined, mode: LeaderboardMode): readonly LeaderboardEntry[] =>
  (mode === 'wins' ? board?.top_winners : board?.top_players) ?? []

const month = (timeMs: number) =>
  new Intl.DateTimeFormat(TEXT_LANGUAGE, { month: 'short', timeZone: 'UTC' }).format(timeMs)

export function seasonWords(season: string): string {
  if (season === ALL_SEASONS) return LEADERBOARDS.allTime
  const { startsMs, endsMs } = seasonSpan(season)
  return LEADERBOARDS.months({
    first: month(startsMs),
    last: month(endsMs - 1),
    year: new Date(startsMs).getUTCFullYear(),
  })
}

export const seasonOptions = (seasons: readonly string[]) =>
  [ALL_SEASONS, ...seasons].map((season) => ({ value: season, label: seasonWords(season) }))
