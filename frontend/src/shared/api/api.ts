import {
  createApi,
  fetchBaseQuery,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react'
import { sessionEnded } from './session-end.js'
import { isSignedOut } from './errors.js'

const request = fetchBaseQuery({ baseUrl: '/', credentials: 'include' })

type PlayerQuery = BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError, object, FetchBaseQueryMeta>

/** Every call can be the one that finds out that the session has ended; the whole page then says so. */
const withSession: PlayerQuery = async (args, api, options) => {
  const answer = await request(args, api, options)
  if (isSignedOut(answer.error)) api.dispatch(sessionEnded())
  return answer
}

/** One cache of what the server said by REST. Each part of the product injects its own calls. */
export const api = createApi({
  baseQuery: withSession,
  tagTypes: ['Session', 'Inventory', 'Offers', 'Orders', 'SavedGifs', 'Tickets', 'Bans', 'Blocks', 'Devices', 'Cups', 'NextTie', 'Pass'],
  endpoints: () => ({}),
})
