import type { RestError } from '@kla/proto/web'
import { withLocalTimes } from '../time/when-words.js'

/** The server's text for the person in a failed RTK Query call, or `fallback` where it gave none. */
export const errorText = (error: unknown, fallback: string): string => {
  const data = (error as { data?: Partial<RestError> } | undefined)?.data
  return typeof data?.error === 'string' && data.error !== '' ? withLocalTimes(data.error) : fallback
}

/** The machine's token in a failed RTK Query call; empty where the server gave none. */
export const errorCode = (error: unknown): string => {
  const data = (error as { data?: Partial<RestError> } | undefined)?.data
  return typeof data?.code === 'string' ? data.code : ''
}

const TOO_MANY = 429
const MISSING = 404
const UNAUTHENTICATED = 401

const statusOf = (error: unknown): unknown => (error as { status?: unknown } | undefined)?.status

/** Whether the server said no to a failed call, and will say so again; false where it was busy or could not be asked. */
export const isRefusal = (error: unknown): boolean => {
  const status = statusOf(error)
  return typeof status === 'number' && status >= 400 && status < 500 && status !== TOO_MANY
}

/** Whether a call failed because there is nothing of that name. */
export const isMissing = (error: unknown): boolean => statusOf(error) === MISSING

/** Whether a call failed because the session has ended. */
export const isSignedOut = (error: unknown): boolean => statusOf(error) === UNAUTHENTICATED
