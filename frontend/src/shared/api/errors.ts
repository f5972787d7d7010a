import type { RestError } from '@kla/proto/web'
import { withLocalTimes } from '../time/when-words.js'

/** The server's text for the player, or `fallback`. */
export const errorText = (error: unknown, fallback: string): string => {
  const data = (error as { data?: Partial<RestError> } | undefined)?.data
  return typeof data?.error === 'string' && data.error !== '' ? withLocalTimes(data.error) : fallback
}

/** The server's error code; empty if there is none. */
export const errorCode = (error: unknown): string => {
  const data = (error as { data?: Partial<RestError> } | undefined)?.data
  return typeof data?.code === 'string' ? data.code : ''
}

const TOO_MANY = 429
const MISSING = 404
const UNAUTHENTICATED = 401

const statusOf = (error: unknown): unknown => (error as { status?: unknown } | undefined)?.status

/** True if the server refused for good; false if it was busy or unreachable. */
export const isRefusal = (error: unknown): boolean => {
  const status = statusOf(error)
  return typeof status === 'number' && status >= 400 && status < 500 && status !== TOO_MANY
}

export const isMissing = (error: unknown): boolean => statusOf(error) === MISSING

export const isSignedOut = (error: unknown): boolean => statusOf(error) === UNAUTHENTICATED
