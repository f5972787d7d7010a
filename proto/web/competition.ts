/** Rules are ours unless a source is named. */

export const MATCH_ACCEPT_MS = 10_000
/** Matched players do not meet again within this. */
export const MATCH_RECENT_MS = 30 * 60_000
/** The same for unaccepted matches. */
export const MATCH_DECLINED_MS = 60_000
/** Unaccepted matches within MATCH_LAPSES_MS before a wait. */
export const MATCH_LAPSES_MAX = 3
export const MATCH_LAPSES_MS = 10 * 60_000
export const MATCH_WAIT_MS = 30_000
export const MATCH_WAIT_MAX_MS = 10 * 60_000
export const BLOCKS_MAX = 1_000

export const MATCH_END_REASONS = ['cancelled', 'declined', 'not-accepted', 'seated', 'gone', 'banned'] as const
/** Why an offered match ended. */
export type MatchEndReason = (typeof MATCH_END_REASONS)[number]

export const CUP_NAME_MAX = 60
export const CUP_CAPACITY_MIN = 4
export const CUP_CAPACITY_MAX = 64
export const CUP_CHECK_IN_MS = 15 * 60_000
/** A called tie waits this long for players. */
export const CUP_NO_SHOW_MS = 5 * 60_000
/** Time to begin a tie's battle; after twice this, a judge decides. */
export const CUP_READY_MS = 5 * 60_000
/** Time to settle a disputed tie or correct a finished cup. */
export const CUP_DISPUTE_MS = 10 * 60_000
export const CUP_PRESENCE_MS = 12_000
export const WATCH_PASS_MS = 120_000
export const JUDGE_WATCH_MS = 600_000
/** Each player uploads to every watcher. */
export const JUDGES_MAX = 2
export const SPECTATORS_MAX = 4
/** Spectators' moves make both players reconnect. */
export const WATCH_CHANGE_MS = 5_000

/** Seeds by bracket position: 1, 8, 4, 5, 2, 7, 3, 6. Seeds 1 and 2 meet only in the final; missing seeds are byes. */
export function seedOrder(players: number): readonly number[] {
  let order = [1]
  while (order.length < players) {
    const sum = order.length * 2 + 1
    order = order.flatMap((seed) => [seed, sum - seed])
  }
  return order
}

export const CUP_STATES = ['sign-up', 'check-in', 'running', 'finished', 'cancelled'] as const
/** State of a cup on pages. */
export type CupStateName = (typeof CUP_STATES)[number]
export const TIE_STATES = ['waiting', 'called', 'playing', 'disputed', 'decided'] as const
/** State of a tie on pages. */
export type TieStateName = (typeof TIE_STATES)[number]
export const TIE_HOWS = ['vote', 'bye', 'walk-over', 'retired', 'rule', 'judge', 'void'] as const
/** How a tie was decided. */
export type TieHowName = (typeof TIE_HOWS)[number]

export const REASON_MAX = 500

export const LEADERBOARD_MODES = ['played', 'wins'] as const
/** What a leaderboard ranks players by. */
export type LeaderboardMode = (typeof LEADERBOARD_MODES)[number]
export const LEADERBOARD_MAX = 100
/** Late pages cost all before them. */
export const STANDINGS_PAGES_MAX = 1_000
export const CORRECTION_MAX = 10_000

/** Counted battles of a pair per UTC day. */
export const PAIR_DAILY_MAX = 3
/** Counted wins of a pair per season, against win trading. */
export const PAIR_SEASON_WINS_MAX = 10

export const ALL_SEASONS = 'all'
export const SEASON_PATTERN = '^20[0-9]{2}-Q[1-4]$'

export const FIRST_SEASON = '2025-Q1'

/** Season of Unix milliseconds: "2026-Q4". */
export function seasonOf(timeMs: number): string {
  const date = new Date(timeMs)
  return `${date.getUTCFullYear()}-Q${Math.floor(date.getUTCMonth() / 3) + 1}`
}

/** True from FIRST_SEASON to the current one. */
export const isCorrectable = (season: string, nowMs: number): boolean =>
  new RegExp(SEASON_PATTERN).test(season) && season >= FIRST_SEASON && season <= seasonOf(nowMs)

/** Games won and played, or a difference. */
export interface WonAndPlayed {
  readonly gamesWon: number
  readonly gamesPlayed: number
}

export const bringsWinsAboveGames = (before: WonAndPlayed, difference: WonAndPlayed): boolean =>
  difference.gamesWon > difference.gamesPlayed &&
  before.gamesWon + difference.gamesWon > before.gamesPlayed + difference.gamesPlayed

/** Unix milliseconds of this and the next start. */
export function seasonSpan(season: string): { readonly startsMs: number; readonly endsMs: number } {
  const [year = 0, quarter = 0] = season.split('-Q').map(Number)
  return { startsMs: Date.UTC(year, (quarter - 1) * 3), endsMs: Date.UTC(year, quarter * 3) }
}

/** A long enough battle of two players. */
export interface PairBattle {
  readonly battleId: string
  readonly endedAtMs: number
  /** Null without a unanimous winner. */
  readonly winnerId: number | null
}

/** What a battle counts for. */
export interface Worth {
  readonly played: boolean
  readonly wonBy: number | null
}

/** Time before the end of a battle whose wins its score shows. */
export const SCORE_WINDOW_MS = 12 * 3_600_000

const DAY_MS = 86_400_000

/** Worth of a season's battles by id, independent of order. */
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
/** A mistyped end would block later seasons. */
export const PASS_SEASON_MAX_DAYS = 400
export const PASS_AHEAD_MAX_DAYS = 731
/** Time to claim rewards after the end. */
export const PASS_CLAIM_GRACE_MS = 14 * DAY_MS
export const PASS_TRACKS = ['free', 'pass'] as const
/** `pass` is for holders of a Battle Pass. */
export type PassTrack = (typeof PASS_TRACKS)[number]

export const TIE_FILTERS = ['disputed', 'running', 'all'] as const
