import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
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

const noSearch: MatchState = { begun: 0, search: null, ending: null }

/**
 * When a match runs out on this machine's clock. The server's deadline is believed as far as the two clocks agree; a
 * clock that is off would otherwise show a match that is over already, or one that lasts for minutes.
 */
function matchEndsAt({ deadline, durationMs }: ServerEvents['match-found'], receivedAt: number): number {
  const left = deadline - receivedAt
  return receivedAt + (left > 0 && left < durationMs ? left : durationMs)
}

type News<Name extends 'match-searching' | 'match-ready'> = PayloadAction<ServerEvents[Name]>
type Timed<Payload> = PayloadAction<Payload & { at: number }>

/** Whether news can be about the search: one that was given up has none, and one that led to a room needs none. */
const listens = (search: Search | null): search is Search => search !== null && search.taken && search.roomId === null

const during = (state: MatchState, change: (search: Search) => Partial<Search>): MatchState =>
  listens(state.search) ? { ...state, search: { ...state.search, ...change(state.search) } } : state

/** This player's search for a match. Times are Unix milliseconds on this machine's clock. */
export const matchSlice = createSlice({
  name: 'match',
  initialState: noSearch,
  reducers: {
    searchBegun: ({ begun }, { payload: { wish, at } }: Timed<{ wish: Wish }>): MatchState => ({
      begun: begun + 1,
      search: {
        number: begun + 1,
        wish,
        startedAt: at,
        taken: false,
        outlook: null,
        missed: false,
        found: null,
        roomId: null,
      },
      ending: null,
    }),
    /** The server has taken on the search of this number. */
    searchTaken: (state, { payload: number }: PayloadAction<number>): MatchState =>
      state.search?.number === number ? { ...state, search: { ...state.search, taken: true } } : state,
    matchSearching: (state, { payload: { estimatedWaitMs, waiting } }: News<'match-searching'>) =>
      during(state, ({ found, missed }) => ({
        outlook: { estimatedWaitMs, waiting },
        missed: missed || found !== null,
        found: null,
      })),
    matchFound: (state, { payload: { data, at } }: Timed<{ data: ServerEvents['match-found'] }>) =>
      during(state, ({ found }) => {
        const known = found?.matchId === data.matchId ? found : null
        return {
          found: {
            matchId: data.matchId,
            endsAt: known?.endsAt ?? matchEndsAt(data, at),
            durationMs: data.durationMs,
            accepted: data.accepted || (known?.accepted ?? false),
          },
        }
      }),
    /** This player has accepted. */
    matchAccepted: (state, { payload: matchId }: PayloadAction<string>) =>
      during(state, ({ found }) => ({ found: found?.matchId === matchId ? { ...found, accepted: true } : found })),
    /** The match was over when this player answered; what follows is still to be told. */
    matchLost: (state, { payload: matchId }: PayloadAction<string>) =>
      during(state, ({ found }) => ({ found: found?.matchId === matchId ? null : found })),
    matchReady: (state, { payload: { roomId } }: News<'match-ready'>) => during(state, () => ({ roomId })),
    /** The search has ended, for a reason that the server knows as well. */
    searchEnded: (state, { payload: reason }: PayloadAction<MatchEndReason>): MatchState =>
      listens(state.search) ? { ...state, search: null, ending: { reason } } : state,
    /** The server refused the search, or the seat that it led to. */
    searchRefused: (state, { payload: refusal }: PayloadAction<string>): MatchState => ({
      ...state,
      search: null,
      ending: { refusal },
    }),
    /** Nothing is searched for any more, and nothing needs to be said about it. */
    searchOver: (state): MatchState => ({ ...state, search: null, ending: null }),
  },
})

export const { searchBegun, searchTaken, searchEnded, searchRefused, searchOver } = matchSlice.actions

interface WithMatch {
  match: MatchState
}
export const selectSearch = (state: WithMatch): Search | null => state.match.search
export const selectEnding = (state: WithMatch): Ending | null => state.match.ending
/** Whether a seat in a room is on its way. */
export const selectTakingSeat = (state: WithMatch): boolean => (selectSearch(state)?.roomId ?? null) !== null
