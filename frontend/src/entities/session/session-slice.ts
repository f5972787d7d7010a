import { createSlice } from '@reduxjs/toolkit'
import { sessionApi } from './session-api.js'
import { sessionEnded } from '../../shared/api/api.js'

interface SessionState {
  /** Whether this page has belonged to somebody who was signed in: a visitor's session cannot end. */
  known: boolean
  ended: boolean
  /** The person logs out here and leaves the page: what fails meanwhile is expected. */
  leaving: boolean
}

const initialState: SessionState = { known: false, ended: false, leaving: false }

const end = (state: SessionState) => {
  if (state.known && !state.leaving) state.ended = true
}

/** Whether the session that this page was opened with has ended. Final: signing in again loads the page anew. */
export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(sessionEnded, end)
      .addMatcher(sessionApi.endpoints.getSession.matchFulfilled, (state, { payload }) => {
        if (payload === null) end(state)
        else state.known = true
      })
      .addMatcher(sessionApi.endpoints.logOut.matchPending, (state) => void (state.leaving = true))
      .addMatcher(sessionApi.endpoints.logOut.matchRejected, (state) => void (state.leaving = false)),
  selectors: { selectSessionEnded: ({ ended }) => ended },
})

export const { selectSessionEnded } = sessionSlice.selectors
