import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { MatchEndReason, ServerEvents } from '@kla/proto/web'
import { matchEndsAt, noSearch, type Ending, type MatchState, type Search } from './match-state.js'
import type { Wish } from './wish.js'

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
