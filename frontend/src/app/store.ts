import { combineSlices, configureStore } from '@reduxjs/toolkit'
import { matchSlice } from '../entities/matching/match-slice.js'
import { sessionSlice } from '../entities/session/session-slice.js'
// Importing from the feature's pages would add the stage to the landing page.
import { roomSlice } from '../features/room/state/room-slice.js'
import { api } from '../shared/api/api.js'

const reducer = combineSlices(api, roomSlice, matchSlice, sessionSlice)

export type RootState = ReturnType<typeof reducer>

/** Creates a store that no browser extension can read. */
export const makeStore = () =>
  configureStore({ reducer, devTools: false, middleware: (defaults) => defaults().concat(api.middleware) })

export type Store = ReturnType<typeof makeStore>
