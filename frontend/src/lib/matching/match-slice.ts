import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { ServerEvents } from '@kla/proto/web'
import { matchEndsAt, noSearch, type Ending, type MatchState, type Search } from './match-state.js'
import type { Wish } from './wish.js'

type News<Name extends 'match-searching' | 'match-ready'> = PayloadAction<ServerEvents[Name]>
type Timed<Payload> = PayloadAction<Payload & { at: number }>

/** Changes the search, while there is one that has no room yet: news of a search that was given up say nothing. */
const during = (state: MatchState, change: (search: Search) => Partial<Search>): MatchState =>
  state.search === null || state.search.roomId !== null
    ? state
    : { ...state, search: { ...state.search, ...change(state.search) } }

/** This player's search for a match. Times are Unix milliseconds on this machine's clock. */
export const matchSlice = createSlice({
  name: 'match',
  initialState: noSearch,
  reducers: {
    searchBegun: ({ begun }, { payload: { wish, at } }: Timed<{ wish: Wish }>): MatchState => ({
      begun: begun + 1,
      search: { number: begun + 1, wish, startedAt: at, outlook: null, missed: false, found: null, roomId: null },
      ending: null,
    }),
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
    /** The server ended the search, or refused it. */
    searchEnded: (state, { payload }: PayloadAction<Ending>): MatchState =>
      state.search === null || state.search.roomId !== null ? state : { ...state, search: null, ending: payload },
    /** The seat that a match led to could not be taken. */
    seatMissed: (state, { payload: refusal }: PayloadAction<string>): MatchState => ({
      ...state,
      search: null,
      ending: { refusal },
    }),
    /** Nothing is searched for any more, and nothing needs to be said about it. */
    searchOver: (state): MatchState => ({ ...state, search: null, ending: null }),
  },
})

export const { searchBegun, searchEnded, searchOver, seatMissed } = matchSlice.actions

interface WithMatch {
  match: MatchState
}
export const selectSearch = (state: WithMatch): Search | null => state.match.search
export const selectEnding = (state: WithMatch): Ending | null => state.match.ending
/** Whether a seat in a room is on its way. */
export const selectTakingSeat = (state: WithMatch): boolean => (selectSearch(state)?.roomId ?? null) !== null
