import { combineSlices, configureStore } from '@reduxjs/toolkit'
import { api } from '../lib/api/api.js'

const reducer = combineSlices(api)

export type RootState = ReturnType<typeof reducer>

/** The state that more than one screen shares. Features add their slices above, one word each. */
export const makeStore = () =>
  configureStore({ reducer, middleware: (defaults) => defaults().concat(api.middleware) })
