import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { browserMemory } from '../../shared/browser/memory.js'

interface SessionState {
  /** Sent with every call; null while nobody is signed in. */
  token: string | null
  /** The server took the session back: what was being done goes on after signing in again. */
  expired: boolean
}

export const emptySession: SessionState = { token: null, expired: false }

export const sessionSlice = createSlice({
  name: 'session',
  initialState: emptySession,
  reducers: {
    signedIn: (_, { payload }: PayloadAction<string>) => ({ token: payload, expired: false }),
    signedOut: () => emptySession,
    /** An answer that came late speaks of an older session, and ends nothing. */
    sessionExpired: (state, { payload }: PayloadAction<string | null>) =>
      payload !== null && payload === state.token ? { token: null, expired: true } : state,
  },
})

export const { signedIn, signedOut, sessionExpired } = sessionSlice.actions

/** What the console's calls and screens know of the session. */
export interface WithSession {
  session: SessionState
}
export const selectToken = ({ session }: WithSession) => session.token
export const selectExpired = ({ session }: WithSession) => session.expired

/** Specification of the platform, section 4. */
const KEY = 'adminToken'

export const readToken = (): string | null => browserMemory('sessionStorage').getItem(KEY)

/** Keeps the token for as long as the browser's tab lives; null forgets it. */
export const keepToken = (token: string | null): void => {
  const memory = browserMemory('sessionStorage')
  if (token === null) memory.removeItem(KEY)
  else memory.setItem(KEY, token)
}
