import type { MatchFound, MatchSearching, MatchState } from '@kla/proto'
import { MATCH_END_REASONS, type Category, type MatchEndReason, type Mode, type ServerEvents } from '@kla/proto/web'

type Pool = Pick<MatchState, 'mode' | 'category'>

const poolOf = ({ mode, category }: Pool) => ({ mode: mode as Mode, category: category as Category })

export const matchSearching = (pool: Pool, state: MatchSearching): ServerEvents['match-searching'] => ({
  ...poolOf(pool),
  since: state.sinceMs,
  estimatedWaitMs: state.estimatedWaitMs === 0 ? null : state.estimatedWaitMs,
  waiting: state.waiting,
})

export const matchFound = (pool: Pool, state: MatchFound): ServerEvents['match-found'] => ({
  ...poolOf(pool),
  matchId: state.matchId,
  accepted: state.accepted,
  deadline: state.deadlineMs,
  durationMs: state.durationMs,
})

export const matchReady = (pool: Pool, roomId: string): ServerEvents['match-ready'] => ({ ...poolOf(pool), roomId })

/** Whatever a newer service calls it: the search is no more. */
export const endReason = (reason: string): MatchEndReason =>
  MATCH_END_REASONS.find((known) => known === reason) ?? 'gone'
