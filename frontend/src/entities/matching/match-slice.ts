import type { MatchEndReason, ServerEvents } from '@kla/proto/web'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Wish } from './wish.js'

/** A match that waits for both players to accept. */
export interface FoundMatch {
  readonly matchId: string
  /** Unix milliseconds on this machine's clock. */
  readonly endsAt: number
  readonly durationMs: number
  readonly accepted: boolean
}

/** The player's current search. */
export interface Search {
  readonly number: number
  readonly wish: Wish
  readonly startedAt: number
  /** Accepted: earlier events belong to the previous search. */
  readonly taken: boolean
  readonly outlook: { readonly estimatedWaitMs: number | null; readonly waiting: number } | null
  readonly missed: boolean
  readonly found: FoundMatch | null
  readonly roomId: string | null
}

/** The server's reason, or its text for a refusal. */
export type Ending = { readonly reason: MatchEndReason } | { readonly refusal: string }

/** The current search and how the last one ended. */
export interface MatchState {
  readonly begun: number
  readonly search: Search | null
  readonly ending: Ending | null
}

const noSearch: MatchState = { begun: 0, search: null, ending: null }

/** Caps the wait at the match's duration, as clocks may differ. */
function matchEndsAt({ deadline, durationMs }: ServerEvents['match-found'], receivedAt: number): number {
  const left = deadline - receivedAt
  return receivedAt + (left > 0 && left < durationMs ? left : durationMs)
}

type Update<Name extends 'match-searching' | 'match-ready'> = PayloadAction<ServerEvents[Name]>
type Timed<Payload> = PayloadAction<Payload & { at: number }>

const listens = (search: Search | null): search is Search => search !== null && search.taken && search.roomId === null

const during = (state: MatchState, change: (search: Search) => Partial<Search>): MatchState =>
  listens(state.search) ? { ...state, search: { ...state.search, ...change(state.search) } } : state

/** Times are Unix milliseconds on this machine's clock. */
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
    searchTaken: (state, { payload: number }: PayloadAction<number>): MatchState =>
      state.search?.number === number ? { ...state, search: { ...state.search, taken: true } } : state,
    matchSearching: (state, { payload: { estimatedWaitMs, waiting } }: Update<'match-searching'>) =>
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
    matchAccepted: (state, { payload: matchId }: PayloadAction<string>) =>
      during(state, ({ found }) => ({ found: found?.matchId === matchId ? { ...found, accepted: true } : found })),
    matchLost: (state, { payload: matchId }: PayloadAction<string>) =>
      during(state, ({ found }) => ({ found: found?.matchId === matchId ? null : found })),
    matchReady: (state, { payload: { roomId } }: Update<'match-ready'>) => during(state, () => ({ roomId })),
    searchEnded: (state, { payload: reason }: PayloadAction<MatchEndReason>): MatchState =>
      listens(state.search) ? { ...state, search: null, ending: { reason } } : state,
    searchRefused: (state, { payload: refusal }: PayloadAction<string>): MatchState => ({
      ...state,
      search: null,
      ending: { refusal },
    }),
    searchOver: (state): MatchState => ({ ...state, search: null, ending: null }),
  },
})

export const { searchBegun, searchTaken, searchEnded, searchRefused, searchOver } = matchSlice.actions

interface WithMatch {
  match: MatchState
}
export const selectSearch = (state: WithMatch): Search | null => state.match.search
export const selectEnding = (state: WithMatch): Ending | null => state.match.ending
export const selectTakingSeat = (state: WithMatch): boolean => (selectSearch(state)?.roomId ?? null) !== null
