import { createAction } from '@reduxjs/toolkit'
import {
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  fetchBaseQuery,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react'
import { isSignedOut } from './errors.js'

/** Dispatched on a 401, or when the socket closes with 4001. */
export const sessionEnded = createAction('session/ended')

/** Longer than the gateway lets any answer take. */
const TIMEOUT_MS = 20_000

const request = fetchBaseQuery({ baseUrl: '/', credentials: 'include', timeout: TIMEOUT_MS })

type PlayerQuery = BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError, object, FetchBaseQueryMeta>

const withSession: PlayerQuery = async (args, api, options) => {
  const answer = await request(args, api, options)
  if (isSignedOut(answer.error)) api.dispatch(sessionEnded())
  return answer
}

/** Features inject their own endpoints. */
export const api = createApi({
  baseQuery: withSession,
  tagTypes: [
    'Session',
    'Inventory',
    'Offers',
    'Orders',
    'SavedGifs',
    'Tickets',
    'Bans',
    'Blocks',
    'Met',
    'OwnReports',
    'Devices',
    'Cups',
    'NextTie',
    'Pass',
  ],
  endpoints: () => ({}),
})

/** Polls while the page is visible, and refetches when it becomes so. */
export const whileLookedAt = (pollingInterval: number) => ({
  pollingInterval,
  skipPollingIfUnfocused: true,
  refetchOnFocus: true,
})
