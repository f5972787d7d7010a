import { KlaError } from '../errors.js'
import { newId } from '../ids.js'
import type { Logger } from '../logger.js'
import type { Metrics } from '../metrics.js'
import {
  type Administrator,
  EVERYTHING,
  isFresh,
  isRestricted,
  type Principal,
  PRINCIPAL_KEY,
  type PrincipalVerifier,
} from '../principal.js'
import type { CheckCaller } from './caller.js'
import { REQUEST_ID_KEY } from './client.js'
import type { Carrier, RawCall } from './types.js'

/** What a handler knows about its call. */
export interface Call {
  readonly requestId: string
  readonly log: Logger
  /** Aborts when the caller is gone or its deadline has passed. */
  readonly signal: AbortSignal
  /** The calling player. Rejects with NOT_SIGNED_IN, NOT_ALLOWED (administrators) or BANNED (unless admitted). */
  principal(options?: { readonly allowBanned: boolean }): Promise<Principal>
  /**
   * Rejects with NOT_SIGNED_IN, NOT_ALLOWED without the permission, or STEP_UP_REQUIRED if `fresh` and the session was
   * last proved more than STEP_UP_MS ago.
   */
  administrator(permission?: string, options?: { readonly fresh: boolean }): Promise<Administrator>
  /** Unchecked, to pass on in calls for the same account. */
  readonly principalToken: string | undefined
}

/** A call, alone or on a stream. */
export interface Arrival {
  readonly raw: Carrier
  readonly requestId: string | undefined
  readonly principalToken: string | undefined
  signal(): AbortSignal
}

/** What all calls of a server share. */
export interface CallOptions {
  readonly log: Logger
  readonly metrics: Metrics
  readonly verifyPrincipal?: PrincipalVerifier
  readonly now?: () => number
}

/** Serves one method, unary or streaming. */
export type Handler = (request: unknown, call: Call) => unknown

export interface Rpc {
  readonly labels: { readonly grpc_service: string; readonly method: string }
  readonly checkCaller: CheckCaller
}

export function arrivalOf(raw: RawCall): Arrival {
  const header = (key: string): string | undefined => raw.metadata.get(key)[0]?.toString()
  return {
    raw,
    requestId: header(REQUEST_ID_KEY),
    principalToken: header(PRINCIPAL_KEY),
    signal() {
      const controller = new AbortController()
      if (raw.cancelled) controller.abort()
      else raw.once('cancelled', () => controller.abort())
      return controller.signal
    },
  }
}

/** A response, or the error to send. */
export type Outcome = { readonly response: unknown } | { readonly refusal: KlaError }

/** Checks the caller, counts the call, and logs unexpected errors. */
export async function serve(
  rpc: Rpc,
  handler: Handler,
  { arrival, request }: { readonly arrival: Arrival; readonly request: unknown },
  options: CallOptions,
): Promise<Outcome> {
  const call = callOf(arrival, options)
  const stop = options.metrics.grpcServed.startTimer(rpc.labels)
  try {
    rpc.checkCaller(arrival.raw)
    const response = await handler(request, call)
    stop({ code: 'ok' })
    return { response }
  } catch (error) {
    const refusal = settle(error, rpc.labels.method, call)
    stop({ code: refusal.code })
    return { refusal }
  }
}

export function callOf({ requestId = newId(), principalToken, signal }: Arrival, options: CallOptions): Call {
  let log: Logger | undefined
  let aborts: AbortSignal | undefined
  const verified = async (): Promise<Principal> => {
    if (!principalToken || !options.verifyPrincipal) throw new KlaError('NOT_SIGNED_IN')
    return options.verifyPrincipal(principalToken)
  }
  return {
    requestId,
    get log() {
      return (log ??= options.log.child({ requestId }))
    },
    get signal() {
      return (aborts ??= signal())
    },
    principalToken,
    principal: async ({ allowBanned } = { allowBanned: false }) => {
      const principal = await verified()
      if (principal.administrator) throw new KlaError('NOT_ALLOWED')
      if (!allowBanned && isRestricted(principal, EVERYTHING, (options.now ?? Date.now)())) throw new KlaError('BANNED')
      return principal
    },
    administrator: async (permission, { fresh } = { fresh: false }) => {
      const { administrator } = await verified()
      if (!administrator) throw new KlaError('NOT_ALLOWED')
      if (permission !== undefined && !administrator.permissions.includes(permission)) throw new KlaError('NOT_ALLOWED')
      if (fresh && !isFresh(administrator, (options.now ?? Date.now)())) throw new KlaError('STEP_UP_REQUIRED')
      return administrator
    },
  }
}

export function settle(error: unknown, method: string, call: Call): KlaError {
  const refusal = KlaError.from(error)
  if (refusal.code === 'internal') call.log.error({ err: error, method }, 'an RPC failed')
  else if (refusal.code === 'unavailable') call.log.warn({ err: error, method }, 'an RPC could not be served')
  return refusal
}

/** Undefined for anonymous callers, expired tokens and administrators. */
export async function optionalPlayer(call: Call): Promise<Principal | undefined> {
  try {
    return await call.principal({ allowBanned: true })
  } catch (error) {
    const { reason } = KlaError.from(error)
    if (reason === 'NOT_SIGNED_IN' || reason === 'NOT_ALLOWED') return undefined
    throw error
  }
}
