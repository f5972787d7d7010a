import type { AdminSession } from '@kla/proto/web'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { browserMemory } from '../../shared/browser/memory.js'

interface SessionState {
  /** Sent with every call; null while signed out. */
  token: string | null
  /** The server ended the session; work continues after the next sign-in. */
  expired: boolean
  /** Session whose page is on the screen. The page stays there, behind the sign-in, when the session expires. */
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
    /** A late answer about an older token does not end the session. */
    sessionExpired: (state, { payload }: PayloadAction<string | null>) =>
      payload !== null && payload === state.token ? { ...state, token: null, expired: true } : state,
  },
})

export const { signedIn, signedOut, pageOpened, sessionExpired } = sessionSlice.actions

export interface WithSession {
  session: SessionState
}
export const selectToken = ({ session }: WithSession) => session.token
export const selectExpired = ({ session }: WithSession) => session.expired
export const selectPage = ({ session }: WithSession) => session.page

/** Specification of the platform, section 4. */
const KEY = 'adminToken'

export const readToken = (): string | null => browserMemory('sessionStorage').getItem(KEY)

/** Kept for the lifetime of the browser tab; null removes it. */
export const keepToken = (token: string | null): void => {
  const memory = browserMemory('sessionStorage')
  if (token === null) memory.removeItem(KEY)
  else memory.setItem(KEY, token)
}
