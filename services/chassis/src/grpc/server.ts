import { once } from 'node:events'
import {
  type sendUnaryData, Server, type ServerUnaryCall, type ServerWritableStream, type ServiceDefinition, type UntypedHandleCall,
} from '@grpc/grpc-js'
import { HealthCheckResponse_ServingStatus as Status, type HealthCheckResponse, HealthService } from '@kla/proto'
import { KlaError, toServiceError } from '../errors.js'
import type { Health } from '../health.js'
import type { Identity } from '../identity.js'
import { newId } from '../ids.js'
import type { Logger } from '../logger.js'
import type { Metrics } from '../metrics.js'
import {
  type Administrator, EVERYTHING, isRestricted, PRINCIPAL_KEY, type Principal, type PrincipalVerifier,
} from '../principal.js'
import { callerCheck, type CheckCaller } from './caller.js'
import { REQUEST_ID_KEY } from './client.js'
import { type Definition, methodsOf, type RequestOf, type ResponseOf, serviceNameOf, type Streams } from './types.js'

export interface Call {
  readonly requestId: string
  readonly log: Logger
  /** Aborts when the caller has gone or its deadline has passed. */
  readonly signal: AbortSignal
  /**
   * The calling player. Rejects with NOT_SIGNED_IN without a valid principal, NOT_ALLOWED for an administrator, and
   * BANNED for a player whose global ban the method does not admit.
   */
  principal(options?: { readonly allowBanned: boolean }): Promise<Principal>
  /** The calling administrator. Rejects with NOT_SIGNED_IN, or NOT_ALLOWED without the permission. */
  administrator(permission?: string): Promise<Administrator>
  /** The signed token, unchecked, to pass on in calls on the same account's behalf. */
  readonly principalToken: string | undefined
}

/** One function for each RPC: unary ones return a promise, streaming ones an async iterable. */
export type Handlers<D> = {
  [Name in keyof D]: Streams<D[Name]> extends true
    ? (request: RequestOf<D[Name]>, call: Call) => AsyncIterable<ResponseOf<D[Name]>>
    : (request: RequestOf<D[Name]>, call: Call) => Promise<ResponseOf<D[Name]>>
}

export interface Implementation {
  readonly definition: Definition
  readonly handlers: Readonly<Record<string, unknown>>
}

export const implement = <D extends Definition>(definition: D, handlers: Handlers<D>): Implementation => ({
  definition,
  handlers,
})

export interface GrpcServerOptions<D> {
  readonly definition: D
  readonly handlers: Handlers<D>
  /** Further definitions served on the same port. */
  readonly more?: readonly Implementation[]
  readonly identity: Identity
  readonly log: Logger
  readonly metrics: Metrics
  /** Absent if no method asks for a principal. */
  readonly verifyPrincipal?: PrincipalVerifier
  /** Unix milliseconds, for the end of bans. */
  readonly now?: () => number
}

export interface GrpcServer {
  /** Listens on `host:port`; port 0 takes a free one. Resolves to the port. */
  listen(address: string): Promise<number>
  /** Finishes calls in flight for at most `graceMs`, then closes. */
  close(graceMs?: number): Promise<void>
}

// grpc-js discovers new pods behind a headless service only when connections end.
const CONNECTION_AGE_MS = 120_000
const CONNECTION_GRACE_MS = 10_000

/** Callers are checked against the call table; errors are mapped, and unexpected ones logged once, here. */
export function createGrpcServer<D extends Definition>(options: GrpcServerOptions<D>): GrpcServer {
  const server = new Server({
    'grpc.max_connection_age_ms': CONNECTION_AGE_MS,
    'grpc.max_connection_age_grace_ms': CONNECTION_GRACE_MS,
  })
  for (const { definition, handlers } of [implement(options.definition, options.handlers), ...(options.more ?? [])]) {
    const methods: Record<string, UntypedHandleCall> = {}
    for (const [name, method] of methodsOf(definition)) {
      const handler = handlers[name] as AnyHandler
      const rpc: Rpc = {
        labels: { grpc_service: serviceNameOf(method), method: name },
        checkCaller: callerCheck(method.path, options.identity.service, options.log),
      }
      methods[name] = (
        method.responseStream ? streaming(rpc, handler, options) : unary(rpc, handler, options)
      ) as UntypedHandleCall
    }
    server.addService(definition as unknown as ServiceDefinition, methods)
  }
  return {
    listen: (address) =>
      new Promise((resolve, reject) =>
        server.bindAsync(address, options.identity.serverCredentials, (error, port) =>
          error ? reject(error) : resolve(port),
        ),
      ),
    close: (graceMs = CONNECTION_GRACE_MS) =>
      new Promise((resolve) => {
        const force = setTimeout(() => server.forceShutdown(), graceMs)
        server.tryShutdown(() => {
          clearTimeout(force)
          resolve()
        })
      }),
  }
}

type AnyOptions = Pick<GrpcServerOptions<Definition>, 'log' | 'metrics' | 'verifyPrincipal' | 'now'>
type AnyHandler = (request: unknown, call: Call) => unknown
interface Rpc {
  readonly labels: { readonly grpc_service: string; readonly method: string }
  readonly checkCaller: CheckCaller
}

function unary(rpc: Rpc, handler: AnyHandler, options: AnyOptions) {
  return (raw: ServerUnaryCall<unknown, unknown>, answer: sendUnaryData<unknown>): void => {
    const call = callOf(raw, options)
    const stop = options.metrics.grpcServed.startTimer(rpc.labels)
    Promise.resolve()
      .then(() => {
        rpc.checkCaller(raw)
        return handler(raw.request, call)
      })
      .then(
        (response) => {
          stop({ code: 'ok' })
          answer(null, response)
        },
        (error: unknown) => {
          const refusal = settle(error, rpc.labels.method, call)
          stop({ code: refusal.code })
          answer(toServiceError(refusal))
        },
      )
  }
}

function streaming(rpc: Rpc, handler: AnyHandler, options: AnyOptions) {
  return async (raw: ServerWritableStream<unknown, unknown>): Promise<void> => {
    const call = callOf(raw, options)
    const stop = options.metrics.grpcServed.startTimer(rpc.labels)
    try {
      rpc.checkCaller(raw)
      for await (const part of handler(raw.request, call) as AsyncIterable<unknown>) {
        if (call.signal.aborted) break
        if (!raw.write(part)) await once(raw, 'drain', { signal: call.signal })
      }
      stop({ code: 'ok' })
      raw.end()
    } catch (error) {
      if (call.signal.aborted) return
      const refusal = settle(error, rpc.labels.method, call)
      stop({ code: refusal.code })
      raw.emit('error', toServiceError(refusal))
    }
  }
}

function callOf(
  raw: ServerUnaryCall<unknown, unknown> | ServerWritableStream<unknown, unknown>,
  options: AnyOptions,
): Call {
  const header = (key: string): string | undefined => raw.metadata.get(key)[0]?.toString()
  const requestId = header(REQUEST_ID_KEY) ?? newId()
  // Created lazily: few handlers use it.
  let log: Logger | undefined
  let controller: AbortController | undefined
  const verified = async (): Promise<Principal> => {
    const token = header(PRINCIPAL_KEY)
    if (!token || !options.verifyPrincipal) throw new KlaError('NOT_SIGNED_IN')
    return options.verifyPrincipal(token)
  }
  raw.on('cancelled', () => controller?.abort())
  return {
    requestId,
    get log() {
      return (log ??= options.log.child({ requestId }))
    },
    get signal() {
      controller ??= new AbortController()
      if (raw.cancelled) controller.abort()
      return controller.signal
    },
    principalToken: header(PRINCIPAL_KEY),
    principal: async ({ allowBanned } = { allowBanned: false }) => {
      const principal = await verified()
      if (principal.administrator) throw new KlaError('NOT_ALLOWED')
      if (!allowBanned && isRestricted(principal, EVERYTHING, (options.now ?? Date.now)())) throw new KlaError('BANNED')
      return principal
    },
    administrator: async (permission) => {
      const { administrator } = await verified()
      if (!administrator) throw new KlaError('NOT_ALLOWED')
      if (permission !== undefined && !administrator.permissions.includes(permission)) throw new KlaError('NOT_ALLOWED')
      return administrator
    },
  }
}

function settle(error: unknown, method: string, call: Call): KlaError {
  const refusal = KlaError.from(error)
  if (refusal.code === 'internal') call.log.error({ err: error, method }, 'an RPC failed')
  else if (refusal.code === 'unavailable') call.log.warn({ err: error, method }, 'an RPC could not be served')
  return refusal
}

const WHOLE_PROCESS = ''

/** `grpc.health.v1.Health`, open to every caller. */
export function serveHealth(health: Health): Implementation {
  const now = (): HealthCheckResponse => ({ status: health.serving() ? Status.SERVING : Status.NOT_SERVING })
  return implement(HealthService, {
    async check({ service }) {
      if (service !== WHOLE_PROCESS) throw new KlaError('NOT_FOUND')
      return now()
    },
    async *watch({ service }, { signal }) {
      // The protocol keeps the stream open in case the service appears.
      let told: HealthCheckResponse = service === WHOLE_PROCESS ? now() : { status: Status.SERVICE_UNKNOWN }
      yield told
      // Ending the stream lets the server close in time.
      while (!health.stopped()) {
        await health.change(signal)
        if (service !== WHOLE_PROCESS || now().status === told.status) continue
        told = now()
        yield told
      }
    },
  })
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
