import { JetStreamApiError } from '@nats-io/jetstream'
import {
  AuthorizationError,
  ClosedConnectionError,
  ConnectionError,
  DrainingConnectionError,
  NoRespondersError,
  RequestError,
  TimeoutError,
  UserAuthenticationExpiredError,
} from '@nats-io/transport-node'

const LOST = [
  ...[RequestError, TimeoutError, NoRespondersError],
  ...[ConnectionError, ClosedConnectionError, DrainingConnectionError],
] as const

/** JetStream's API answers as HTTP does. */
const UNAVAILABLE = 503

// The client does not export the class.
const isNotEnabled = (error: Error): boolean => error.name === 'JetStreamNotEnabled'

/** The error that an error of the client wraps, or the error itself. */
export function natsCause(error: unknown): unknown {
  const wraps =
    error instanceof RequestError || error instanceof ConnectionError || (error instanceof Error && isNotEnabled(error))
  return wraps && error.cause !== undefined ? natsCause(error.cause) : error
}

/** True if the server was not reached, or answered that it cannot serve. */
export function isNatsOutage(error: unknown): boolean {
  const cause = natsCause(error)
  return isUnserved(cause) || LOST.some((kind) => cause instanceof kind)
}

/** True if no stream takes a message, or JetStream cannot serve. */
export function isUnserved(error: unknown): boolean {
  const cause = natsCause(error)
  return cause instanceof NoRespondersError || (cause instanceof JetStreamApiError && cause.status === UNAVAILABLE)
}

/** True if the server refuses the user, who may be unknown. */
export const isRefusedUser = (error: unknown): boolean =>
  error instanceof UserAuthenticationExpiredError ||
  // A client that is too slow to log in is not refused.
  (error instanceof AuthorizationError && !/timeout/i.test(error.message))
