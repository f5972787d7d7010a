/** Rules of matching and competing, ours unless a source is named. */

/** Time within which both must accept. */
export const MATCH_ACCEPT_MS = 10_000
/** Matched players do not meet again for this long. */
export const MATCH_RECENT_MS = 30 * 60_000
/** The same if a match was not accepted. */
export const MATCH_DECLINED_MS = 60_000
/** Unaccepted matches within MATCH_LAPSES_MS before a wait. */
export const MATCH_LAPSES_MAX = 3
export const MATCH_LAPSES_MS = 10 * 60_000
/** First wait; doubles each time up to MATCH_WAIT_MAX_MS. */
export const MATCH_WAIT_MS = 30_000
export const MATCH_WAIT_MAX_MS = 10 * 60_000
/** Limit of blocks per account. */
export const BLOCKS_MAX = 1_000

export const MATCH_END_REASONS = ['cancelled', 'declined', 'not-accepted', 'seated', 'gone', 'banned'] as const
export type MatchEndReason = (typeof MATCH_END_REASONS)[number]

export const CUP_NAME_MAX = 60
export const CUP_CAPACITY_MIN = 4
export const CUP_CAPACITY_MAX = 64
/** Check-in opens this long before the start. */
export const CUP_CHECK_IN_MS = 15 * 60_000
/** A called tie waits this long for both players. */
export const CUP_NO_SHOW_MS = 5 * 60_000
/** A tie's room waits this long for a battle, and as long again before a judge is asked. */
export const CUP_READY_MS = 5 * 60_000
/** Time for a judge to settle a disputed tie or correct a finished cup. */
export const CUP_DISPUTE_MS = 10 * 60_000
/** How long a presence report is valid. */
export const CUP_PRESENCE_MS = 12_000
export const WATCH_PASS_MS = 120_000
/** How long a pass lets a judge watch. */
export const JUDGE_WATCH_MS = 600_000
/** Limit per room: each player uploads to every watcher. */
export const JUDGES_MAX = 2
export const SPECTATORS_MAX = 4
/** Minimum time between a spectator's starts or moves, as each makes both players reconnect. */
export const WATCH_CHANGE_MS = 5_000

/**
 * Seeds by bracket position, for the least power of two that holds all players: 1, 8, 4, 5, 2, 7, 3, 6. Seeds 1 and 2
 * meet only in the final; seeds beyond the number of players are byes.
 */
export function seedOrder(players: number): readonly number[] {
  let order = [1]
  while (order.length < players) {
    const sum = order.length * 2 + 1
    order = order.flatMap((seed) => [seed, sum - seed])
  }
  return order
}

export const CUP_STATES = ['sign-up', 'check-in', 'running', 'finished', 'cancelled'] as const
export type CupStateName = (typeof CUP_STATES)[number]
export const TIE_STATES = ['waiting', 'called', 'playing', 'disputed', 'decided'] as const
export type TieStateName = (typeof TIE_STATES)[number]
export const TIE_HOWS = ['vote', 'bye', 'walk-over', 'retired', 'rule', 'judge', 'void'] as const
export type TieHowName = (typeof TIE_HOWS)[number]

/** Characters of a moderator's or editor's reason. */
export const REASON_MAX = 500

export const LEADERBOARD_MODES = ['played', 'wins'] as const
export type LeaderboardMode = (typeof LEADERBOARD_MODES)[number]
export const LEADERBOARD_MAX = 100
/** A late page costs all before it. */
export const STANDINGS_PAGES_MAX = 1_000
/** Maximum change by one correction. */
export const CORRECTION_MAX = 10_000

/** Battles of a pair that count per UTC day. */
export const PAIR_DAILY_MAX = 3
/** Counted wins of a pair per season, against win trading. */
export const PAIR_SEASON_WINS_MAX = 10

/** Name of all seasons together. */
export const ALL_SEASONS = 'all'
/** Pattern of a calendar quarter in UTC. */
export const SEASON_PATTERN = '^20[0-9]{2}-Q[1-4]$'

/** The first season with figures. */
export const FIRST_SEASON = '2025-Q1'

/** Season of a Unix time in milliseconds: "2026-Q4". */
export function seasonOf(timeMs: number): string {
  const date = new Date(timeMs)
  return `${date.getUTCFullYear()}-Q${Math.floor(date.getUTCMonth() / 3) + 1}`
}

/** Begun, and not before FIRST_SEASON. */
export const isCorrectable = (season: string, nowMs: number): boolean =>
  // Season names sort chronologically.
  new RegExp(SEASON_PATTERN).test(season) && season >= FIRST_SEASON && season <= seasonOf(nowMs)

/** Games won and played, or a difference. */
export interface WonAndPlayed {
  readonly gamesWon: number
  readonly gamesPlayed: number
}

/** Whether a difference lifts wins above games. */
export const bringsWinsAboveGames = (before: WonAndPlayed, difference: WonAndPlayed): boolean =>
  difference.gamesWon > difference.gamesPlayed &&
  before.gamesWon + difference.gamesWon > before.gamesPlayed + difference.gamesPlayed

/** Returns Unix milliseconds of the season's start and the next season's. */
export function seasonSpan(season: string): { readonly startsMs: number; readonly endsMs: number } {
  const [year = 0, quarter = 0] = season.split('-Q').map(Number)
  return { startsMs: Date.UTC(year, (quarter - 1) * 3), endsMs: Date.UTC(year, quarter * 3) }
}

/** A battle of two players that lasted long enough. */
export interface PairBattle {
  readonly battleId: string
  /** Time in Unix milliseconds. */
  readonly endedAtMs: number
  /** Null without a unanimous winner. */
  readonly winnerId: number | null
}

export interface Worth {
  /** Counts as played, for both. */
  readonly played: boolean
  /** Player for whom it counts as won. */
  readonly wonBy: number | null
}

const DAY_MS = 86_400_000

/** Worth of a pair's battles in a season, by battle id; independent of their order of arrival. */
export function worthOf(battles: Iterable<PairBattle>): Map<string, Worth> {
  const inOrder = [...battles].sort(
    (one, other) => one.endedAtMs - other.endedAtMs || (one.battleId < other.battleId ? -1 : 1),
  )
  const onDay = new Map<number, number>()
  const worth = new Map<string, Worth>()
  let wins = 0
  for (const { battleId, endedAtMs, winnerId } of inOrder) {
    const day = Math.floor(endedAtMs / DAY_MS)
    const sameDay = (onDay.get(day) ?? 0) + 1
    onDay.set(day, sameDay)
    const played = sameDay <= PAIR_DAILY_MAX
    const won = played && winnerId !== null && wins < PAIR_SEASON_WINS_MAX
    if (won) wins += 1
    worth.set(battleId, { played, wonBy: won ? winnerId : null })
  }
  return worth
}

export const PASS_TIERS_MAX = 100
export const PASS_POINTS_MAX = 1_000
export const PASS_TIER_POINTS_MAX = 1_000_000
export const PASS_REWARD_UNITS_MAX = 100
export const PASS_NAME_MAX = 60
/** Seasons do not overlap, so a mistyped end would block all others. */
export const PASS_SEASON_MAX_DAYS = 400
/** How far ahead a season may begin. */
export const PASS_AHEAD_MAX_DAYS = 731
/** Rewards can be claimed this long after the end. */
export const PASS_CLAIM_GRACE_MS = 14 * DAY_MS
export const PASS_TRACKS = ['free', 'pass'] as const
/** Tracks for all players, and for holders of a Battle Pass. */
export type PassTrack = (typeof PASS_TRACKS)[number]

/** What the console lists of a cup's ties. */
export const TIE_FILTERS = ['disputed', 'running', 'all'] as const
