import { combineSlices, configureStore, type Middleware } from '@reduxjs/toolkit'
import { consoleApi } from '../entities/console-api.js'
import {
  emptySession,
  keepToken,
  readToken,
  selectPage,
  selectToken,
  sessionSlice,
  type WithSession,
} from '../entities/session.js'

const reducer = combineSlices(consoleApi, sessionSlice)

/** Saves the token and drops responses to the old one, unless the same administrator signs in again. */
const sessionEnds: Middleware<object, WithSession> = (store) => (next) => (action) => {
  const before = store.getState()
  const result = next(action)
  const after = store.getState()
  const token = selectToken(after)
  if (token !== selectToken(before)) keepToken(token)
  const ends = selectToken(before) !== null && token !== selectToken(before) && selectPage(after) === undefined
  const leavesPage = selectPage(before) !== undefined && selectPage(after) === undefined
  if (ends || leavesPage) store.dispatch(consoleApi.util.resetApiState())
  return result
}

/** Creates a store that no browser extension can read. */
export const makeStore = () =>
  configureStore({
    reducer,
    devTools: false,
    middleware: (defaults) => defaults().concat(consoleApi.middleware, sessionEnds),
    preloadedState: { session: { ...emptySession, token: readToken() } },
  })
