import type { MatchEndReason, ServerEvents } from '@kla/proto/web'
import type { Wish } from './wish.js'

/** Somebody was found. */
export interface FoundMatch {
  readonly matchId: string
  /** By when both must have accepted, Unix milliseconds on this machine's clock. */
  readonly endsAt: number
  readonly durationMs: number
  /** Whether this player has. */
  readonly accepted: boolean
}

export interface Search {
  /** Tells this search from the ones before it. */
  readonly number: number
  readonly wish: Wish
  /** Unix milliseconds on this machine's clock. */
  readonly startedAt: number
  /** Whether the server has taken it on: what it tells before that is about the search before this one. */
  readonly taken: boolean
  /** What the server last said about searches like this one; null until it has. */
  readonly outlook: { readonly estimatedWaitMs: number | null; readonly waiting: number } | null
  /** Whether somebody was found who then did not accept. */
  readonly missed: boolean
  readonly found: FoundMatch | null
  /** The room in which a seat waits, once both have accepted. */
  readonly roomId: string | null
}

/** Why there is no search any more: a reason of the server's, or its text for a refusal. */
export type Ending = { readonly reason: MatchEndReason } | { readonly refusal: string }

export interface MatchState {
  readonly begun: number
  readonly search: Search | null
  /** How the last search ended, until the next one begins; null after an end that needs no words. */
  readonly ending: Ending | null
}

export const noSearch: MatchState = { begun: 0, search: null, ending: null }

/**
 * When a match runs out on this machine's clock. The server's deadline is believed as far as the two clocks agree; a
 * clock that is off would otherwise show a match that is over already, or one that lasts for minutes.
 */
export function matchEndsAt({ deadline, durationMs }: ServerEvents['match-found'], receivedAt: number): number {
  const left = deadline - receivedAt
  return receivedAt + (left > 0 && left < durationMs ? left : durationMs)
}
