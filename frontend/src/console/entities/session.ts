import type { AdminSession } from '@kla/proto/web'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { browserMemory } from '../../shared/browser/memory.js'

interface SessionState {
  token: string | null
  /** The server ended the session; work continues after signing in. */
  expired: boolean
  /** Session of the page on screen, which stays behind the sign-in. */
  page?: AdminSession
}

export const emptySession: SessionState = { token: null, expired: false }

export const sessionSlice = createSlice({
  name: 'session',
  initialState: emptySession,
  reducers: {
    signedIn: (state, { payload }: PayloadAction<string>) => ({ ...state, token: payload, expired: false }),
    signedOut: () => emptySession,
    pageOpened: (state, { payload }: PayloadAction<AdminSession>) => ({ ...state, page: payload }),
    /** A late answer about an older token is ignored. */
    sessionExpired: (state, { payload }: PayloadAction<string | null>) =>
      payload !== null && payload === state.token ? { ...state, token: null, expired: true } : state,
  },
})

export const { signedIn, signedOut, pageOpened, sessionExpired } = sessionSlice.actions

/** State that includes the console's session. */
export interface WithSession {
  session: SessionState
}
export const selectToken = ({ session }: WithSession) => session.token
export const selectExpired = ({ session }: WithSession) => session.expired
export const selectPage = ({ session }: WithSession) => session.page

/** Platform specification, section 4. */
const KEY = 'adminToken'

export const readToken = (): string | null => browserMemory('sessionStorage').getItem(KEY)

/** Stores the token for this browser tab; null removes it. */
export const keepToken = (token: string | null): void => {
  const memory = browserMemory('sessionStorage')
  if (token === null) memory.removeItem(KEY)
  else memory.setItem(KEY, token)
}
