import type { RestError } from '@kla/proto/web'
import { withLocalTimes } from '../time/when-words.js'

/** Returns the server's text, or `fallback`. */
export const errorText = (error: unknown, fallback: string): string => {
  const data = (error as { data?: Partial<RestError> } | undefined)?.data
  return typeof data?.error === 'string' && data.error !== '' ? withLocalTimes(data.error) : fallback
}

/** Returns the server's code, or an empty string. */
export const errorCode = (error: unknown): string => {
  const data = (error as { data?: Partial<RestError> } | undefined)?.data
  return typeof data?.code === 'string' ? data.code : ''
}

const TOO_MANY = 429
const MISSING = 404
const UNAUTHENTICATED = 401

const statusOf = (error: unknown): unknown => (error as { status?: unknown } | undefined)?.status

/** True if refused for good, false if busy or unreachable. */
export const isRefusal = (error: unknown): boolean => {
  const status = statusOf(error)
  return typeof status === 'number' && status >= 400 && status < 500 && status !== TOO_MANY
}

export const isMissing = (error: unknown): boolean => statusOf(error) === MISSING

export const isSignedOut = (error: unknown): boolean => statusOf(error) === UNAUTHENTICATED
