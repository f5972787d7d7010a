import { combineSlices, configureStore } from '@reduxjs/toolkit'
// Not from the feature's index, which would bring the whole stage along to the landing page.
import { roomSlice } from '../features/room/state/room-slice.js'
import { api } from '../shared/api/api.js'
import { matchSlice } from '../entities/matching/match-slice.js'
import { sessionSlice } from '../entities/session/session-slice.js'

const reducer = combineSlices(api, roomSlice, matchSlice, sessionSlice)

export type RootState = ReturnType<typeof reducer>

/** The state that more than one screen shares. A feature's slice is one word more above. */
export const makeStore = () => configureStore({ reducer, middleware: (defaults) => defaults().concat(api.middleware) })

export type Store = ReturnType<typeof makeStore>
