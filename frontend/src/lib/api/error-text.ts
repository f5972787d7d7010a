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
