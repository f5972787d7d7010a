import { combineSlices, configureStore, type Middleware } from '@reduxjs/toolkit'
import { consoleApi } from '../entities/console-api.js'
import { emptySession, keepToken, readToken, selectToken, sessionSlice, type WithSession } from '../entities/session.js'

const reducer = combineSlices(consoleApi, sessionSlice)

/** Keeps the token for the next page load, and drops what was read with the old one. */
const sessionEnds: Middleware<object, WithSession> = (store) => (next) => (action) => {
  const before = selectToken(store.getState())
  const result = next(action)
  const token = selectToken(store.getState())
  if (token !== before) {
    keepToken(token)
    if (before !== null) store.dispatch(consoleApi.util.resetApiState())
  }
  return result
}

export const makeStore = () =>
  configureStore({
    reducer,
    middleware: (defaults) => defaults().concat(consoleApi.middleware, sessionEnds),
    preloadedState: { session: { ...emptySession, token: readToken() } },
  })
