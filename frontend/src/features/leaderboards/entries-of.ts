import type { LeaderboardMode } from '@kla/proto/web'
import type { Leaderboard, LeaderboardEntry } from './leaderboard-api.js'

/** The lines of a mode; none while there is no answer, and where it failed. */
export const entriesOf = (board: Leaderboard | undefined, mode: LeaderboardMode): readonly LeaderboardEntry[] =>
  (mode === 'wins' ? board?.top_winners : board?.top_players) ?? []
