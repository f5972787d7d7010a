import { createSlice } from '@reduxjs/toolkit'
import { sessionEnded } from '../../shared/api/api.js'
import { sessionApi } from './session-api.js'

interface SessionState {
  /** True once signed in: a visitor's session cannot end. */
  known: boolean
  ended: boolean
  /** True while logging out, until the page is gone: failing requests are expected. */
  leaving: boolean
}

const initialState: SessionState = { known: false, ended: false, leaving: false }

/** Leaves for good: only the way back restores this page. */
const leave = (state: SessionState) => void Object.assign(state, { leaving: true, ended: true })

const end = (state: SessionState) => {
  if (state.known && !state.leaving) state.ended = true
}

/** Final: signing in again reloads the page. */
export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: { loggedOut: leave },
  extraReducers: (builder) =>
    builder
      .addCase(sessionEnded, end)
      .addMatcher(sessionApi.endpoints.getSession.matchFulfilled, (state, { payload }) => {
        if (payload === null) end(state)
        else state.known = true
      })
      .addMatcher(sessionApi.endpoints.logOut.matchPending, (state) => void (state.leaving = true))
      .addMatcher(sessionApi.endpoints.logOut.matchRejected, (state) => void (state.leaving = false))
      .addMatcher(sessionApi.endpoints.logOut.matchFulfilled, leave),
  selectors: { selectSessionEnded: ({ ended }) => ended, selectLoggingOut: ({ leaving }) => leaving },
})

export const { loggedOut } = sessionSlice.actions
export const { selectSessionEnded, selectLoggingOut } = sessionSlice.selectors
