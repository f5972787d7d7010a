import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import {
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  fetchBaseQuery,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react'
import { lastUseMs } from '../kit/last-use.js'
import { asksToProve } from './session-problems.js'
import { selectToken, sessionExpired, type WithSession } from './session.js'
import { stepUpGate, withStepUp } from './step-up.js'

const TIMEOUT_MS = 20_000
const UNAUTHENTICATED = 401
const WITHOUT_TOKEN: ReadonlySet<string> = new Set([
  ...['signIn', 'sessionOf', 'passkeySignInOptions', 'signInWithPasskey'],
])
const STEPS_UP: ReadonlySet<string> = new Set(['stepUpOptions', 'stepUp'])

/** A call this long after the last input is one of the page: a poll, or the answer to an event. */
const ATTENDED_MS = 60_000

/** Headers of a call, which keeps the session alive only while someone uses the page. */
export const sessionHeaders = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  ...(Date.now() - lastUseMs() > ATTENDED_MS && { 'x-passive': '1' }),
})

const request = fetchBaseQuery({
  baseUrl: '/',
  credentials: 'include',
  timeout: TIMEOUT_MS,
  prepareHeaders: (headers, { getState }) => {
    const token = selectToken(getState() as WithSession)
    if (token === null) return
    for (const [name, value] of Object.entries(sessionHeaders(token))) headers.set(name, value)
  },
})

/** Answers of a store that sends nothing, as the extra argument of its thunks. */
export interface LocalAnswers {
  answer: (call: FetchArgs) => { data: unknown } | { error: FetchBaseQueryError }
}

type ConsoleQuery = BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError, object, FetchBaseQueryMeta>

/** A rejected token ends the session; without a token nothing is sent. */
const withSession: ConsoleQuery = async (args, api, options) => {
  const local = api.extra as LocalAnswers | undefined
  if (local) return local.answer(typeof args === 'string' ? { url: args } : args)
  const token = selectToken(api.getState() as WithSession)
  if (token === null && !WITHOUT_TOKEN.has(api.endpoint)) return { error: { status: UNAUTHENTICATED, data: null } }
  const answer = await request(args, api, options)
  if (answer.error?.status === UNAUTHENTICATED && !asksToProve(answer.error)) api.dispatch(sessionExpired(token))
  return answer
}

/** Repeats a call once its administrator has confirmed, never for the next one. */
const withConfirmation: ConsoleQuery = async (args, api, options) => {
  const tokenOf = () => selectToken(api.getState() as WithSession)
  const token = tokenOf()
  const send = async () =>
    tokenOf() === token ? withSession(args, api, options) : { error: { status: UNAUTHENTICATED, data: null } }
  return STEPS_UP.has(api.endpoint) ? send() : withStepUp(stepUpGate, send)
}

export type ListQuery = Readonly<Record<string, string | number>>

const TAGS = [
  ...(['Session', 'Reports', 'Bans', 'Subjects', 'Tickets', 'Members', 'Gifs', 'Audit', 'Administrators'] as const),
  ...(['Standings', 'Corrections', 'Cups', 'Ties', 'PassSeasons', 'Approvals', 'DeletedReports', 'Evidence'] as const),
  ...(['CannedAnswers', 'Passkeys', 'AdminSessions'] as const),
  ...(['Desk', 'Jobs', 'Decisions', 'DecisionPreview', 'Appeals', 'Opinions'] as const),
]

/** The console's only cache; modules inject their endpoints. */
export const consoleApi = createApi({
  reducerPath: 'console',
  baseQuery: withConfirmation,
  tagTypes: TAGS,
  // Another administrator may have acted meanwhile.
  refetchOnMountOrArgChange: true,
  endpoints: () => ({}),
})

type State = Parameters<typeof consoleApi.util.selectInvalidatedBy>[0]

export type ConsoleDispatch = ThunkDispatch<State, unknown, UnknownAction>

/** Refetches everything on the screen, as after a new sign-in. */
export const readAllAgain = () => consoleApi.util.invalidateTags([...TAGS])
