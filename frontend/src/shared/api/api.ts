import { createAction } from '@reduxjs/toolkit'
import {
  type BaseQueryFn, createApi, type FetchArgs, type FetchBaseQueryError, fetchBaseQuery, type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react'
import { isSignedOut } from './errors.js'

/** The server takes what this page has for a session no longer: a call answered 401, or the socket closed with 4001. */
export const sessionEnded = createAction('session/ended')

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

/** Asks again every so many milliseconds while the page is looked at, and at once when somebody comes back to it. */
export const whileLookedAt = (pollingInterval: number) => ({
  pollingInterval,
  skipPollingIfUnfocused: true,
  refetchOnFocus: true,
})
