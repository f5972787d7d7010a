import {
  createApi,
  fetchBaseQuery,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react'
import { selectToken, sessionExpired, type WithSession } from './session.js'

/** A call that has no answer by then has failed; one that takes longer by its nature says so itself. */
const PATIENCE_MS = 20_000
const UNAUTHENTICATED = 401

const request = fetchBaseQuery({
  baseUrl: '/',
  credentials: 'include',
  timeout: PATIENCE_MS,
  prepareHeaders: (headers, { getState }) => {
    const token = selectToken(getState() as WithSession)
    if (token !== null) headers.set('authorization', `Bearer ${token}`)
  },
})

type ConsoleQuery = BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError, object, FetchBaseQueryMeta>

/** Every call carries the token; when it is not taken any more, the session is over. */
const withSession: ConsoleQuery = async (args, api, options) => {
  const token = selectToken(api.getState() as WithSession)
  const answer = await request(args, api, options)
  if (answer.error?.status === UNAUTHENTICATED) api.dispatch(sessionExpired(token))
  return answer
}

/** One cache of what the server said. Each part of the console injects its own calls. */
export const consoleApi = createApi({
  reducerPath: 'console',
  baseQuery: withSession,
  tagTypes: [
    ...(['Session', 'Reports', 'Bans', 'Subjects', 'Tickets', 'Members', 'Gifs', 'Audit', 'Administrators'] as const),
    ...(['Standings', 'Corrections', 'Cups', 'Ties', 'PassSeasons', 'Approvals', 'DeletedReports'] as const),
  ],
  // What was seen a minute ago may be decided by somebody else by now.
  refetchOnMountOrArgChange: true,
  endpoints: () => ({}),
})
