/** Meeting and competing: limits and rules that several sides keep. All of them are ours, where no source is named. */

/** Both must have accepted a match by then. */
export const MATCH_ACCEPT_MS = 10_000
/** Two people who were matched do not meet again by quick match for so long. */
export const MATCH_RECENT_MS = 30 * 60_000
/** Two people who were matched and did not both accept do not meet again for so long. */
export const MATCH_DECLINED_MS = 60_000
/** Whoever does not accept so many matches within MATCH_LAPSES_MS has to wait before the next search. */
export const MATCH_LAPSES_MAX = 3
export const MATCH_LAPSES_MS = 10 * 60_000
/** How long: this at first, twice as long each time, and at most MATCH_WAIT_MAX_MS. */
export const MATCH_WAIT_MS = 30_000
export const MATCH_WAIT_MAX_MS = 10 * 60_000
/** People whom somebody may have blocked. */
export const BLOCKS_MAX = 1_000

export const MATCH_END_REASONS = ['cancelled', 'declined', 'not-accepted', 'seated', 'gone', 'banned'] as const
/** Why a search ended without a room. */
export type MatchEndReason = (typeof MATCH_END_REASONS)[number]

export const CUP_NAME_MAX = 60
export const CUP_CAPACITY_MIN = 4
export const CUP_CAPACITY_MAX = 64
/** How long before the start people check in. */
export const CUP_CHECK_IN_MS = 15 * 60_000
/** How long a called tie waits for both to be present. */
export const CUP_NO_SHOW_MS = 5 * 60_000
/** How long the room of a tie waits for a battle to begin; after twice as long a judge is asked. */
export const CUP_READY_MS = 5 * 60_000
/** How long a judge has: before a disputed tie is decided by the rule, and to correct a cup that is finished. */
export const CUP_DISPUTE_MS = 10 * 60_000
/** For so long somebody who said "I am here" is present; repeat it about three times as often. */
export const CUP_PRESENCE_MS = 12_000
/** A judge's pass to watch a tie. */
export const WATCH_PASS_MS = 120_000
/** As long as a judge watches by one pass. */
export const JUDGE_WATCH_MS = 600_000
/** In one room: each player sends its picture to each of them from home. */
export const JUDGES_MAX = 2
export const SPECTATORS_MAX = 4
/** A spectator begins to watch a room, or moves to another connection there, no more often: each time both players connect anew. */
export const WATCH_CHANGE_MS = 5_000

/**
 * Seeds in the order of the places of a bracket, from top to bottom, for the least power of two that holds so many
 * players: neighbours meet in the first round. The better half always meets the worse one mirrored, so that seeds 1 and
 * 2 can meet only in the final: 1, 8, 4, 5, 2, 7, 3, 6. Seeds beyond the number of players are byes.
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
/** How a tie was decided. */
export type TieHowName = (typeof TIE_HOWS)[number]

/** What moderators and editors write to explain a decision. */
export const REASON_MAX = 500

export const LEADERBOARD_MODES = ['played', 'wins'] as const
export type LeaderboardMode = (typeof LEADERBOARD_MODES)[number]
/** Lines of a leaderboard. */
export const LEADERBOARD_MAX = 100
/** So many pages of standings or of corrections can be turned: a page far behind costs all before it. */
export const STANDINGS_PAGES_MAX = 1_000
/** One correction changes no figure by more. */
export const CORRECTION_MAX = 10_000

/** Of the battles between the same two people, so many a day (UTC) count. */
export const PAIR_DAILY_MAX = 3
/** Of the wins among those, so many a season count: trading wins gains little. */
export const PAIR_SEASON_WINS_MAX = 10

/** The name under which all seasons together are asked for. */
export const ALL_SEASONS = 'all'
/** A season of the standings: a calendar quarter in UTC. */
export const SEASON_PATTERN = '^20[0-9]{2}-Q[1-4]$'

/** The first season whose figures can be corrected: from before it there is nothing. */
export const FIRST_SEASON = '2025-Q1'

/** The season that a time, in Unix milliseconds, belongs to: "2026-Q4". */
export function seasonOf(timeMs: number): string {
  const date = new Date(timeMs)
  return `${date.getUTCFullYear()}-Q${Math.floor(date.getUTCMonth() / 3) + 1}`
}

/** Whether figures of a season can be corrected: a quarter that has begun, from FIRST_SEASON on. */
export const isCorrectable = (season: string, nowMs: number): boolean =>
  // Their names sort as the seasons follow each other.
  new RegExp(SEASON_PATTERN).test(season) && season >= FIRST_SEASON && season <= seasonOf(nowMs)

/** Games won and played: what somebody has, or a difference. */
export interface WonAndPlayed {
  readonly gamesWon: number
  readonly gamesPlayed: number
}

/** Whether a difference brings somebody's wins above the games; one that lessens such an excess does not. */
export const bringsWinsAboveGames = (before: WonAndPlayed, difference: WonAndPlayed): boolean =>
  difference.gamesWon > difference.gamesPlayed &&
  before.gamesWon + difference.gamesWon > before.gamesPlayed + difference.gamesPlayed

/** When a season begins, and when the next one does; Unix milliseconds. */
export function seasonSpan(season: string): { readonly startsMs: number; readonly endsMs: number } {
  const [year = 0, quarter = 0] = season.split('-Q').map(Number)
  return { startsMs: Date.UTC(year, (quarter - 1) * 3), endsMs: Date.UTC(year, quarter * 3) }
}

/** A battle that lasted long enough, between two people. */
export interface PairBattle {
  readonly battleId: string
  /** Unix milliseconds. */
  readonly endedAtMs: number
  /** Null: no unanimous winner. */
  readonly winnerId: number | null
}

/** What a battle is worth. */
export interface Worth {
  /** Whether it counts as played, for both. */
  readonly played: boolean
  /** For whom it counts as won. */
  readonly wonBy: number | null
}

const DAY_MS = 86_400_000

/**
 * What each of the battles between the same two people in one season is worth, by battle id. It follows from the set of
 * battles alone, in whatever order they became known: they are looked at by the time they ended, then by id.
 */
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
/** The most points at which a tier is reached. */
export const PASS_TIER_POINTS_MAX = 1_000_000
export const PASS_REWARD_UNITS_MAX = 100
export const PASS_NAME_MAX = 60
/** How long a season lasts at most: published seasons never overlap, so that one mistyped end would block all others. */
export const PASS_SEASON_MAX_DAYS = 400
/** How far ahead a season begins at most. */
export const PASS_AHEAD_MAX_DAYS = 731
/** After its end the rewards of a season can be claimed for so long. */
export const PASS_CLAIM_GRACE_MS = 14 * DAY_MS
export const PASS_TRACKS = ['free', 'pass'] as const
/** The rewards for everybody, and those for who has activated a Battle Pass. */
export type PassTrack = (typeof PASS_TRACKS)[number]
