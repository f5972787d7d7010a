import { once } from 'node:events'
import {
  type sendUnaryData,
  Server,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceDefinition,
  type UntypedHandleCall,
} from '@grpc/grpc-js'
import {
  type HealthCheckResponse,
  HealthCheckResponse_ServingStatus as Status,
  HealthService,
  StreamServiceService,
} from '@kla/proto'
import { KlaError, toServiceError } from '../errors.js'
import type { Health } from '../health.js'
import type { Identity } from '../identity.js'
import { listenAddress } from '../listen-host.js'
import type { Logger } from '../logger.js'
import type { Metrics } from '../metrics.js'
import type { PrincipalVerifier } from '../principal.js'
import { callerCheck } from './caller.js'
import { arrivalOf, type Call, callOf, type CallOptions, type Handler, type Rpc, serve, settle } from './served-call.js'
import { createStreamService, type StreamedMethod } from './stream-service.js'
import { type Definition, methodsOf, type RequestOf, type ResponseOf, serviceNameOf, type Streams } from './types.js'

/** One function for each RPC, streaming ones as async iterables. */
export type Handlers<D> = {
  [Name in keyof D]: Streams<D[Name]> extends true
    ? (request: RequestOf<D[Name]>, call: Call) => AsyncIterable<ResponseOf<D[Name]>>
    : (request: RequestOf<D[Name]>, call: Call) => Promise<ResponseOf<D[Name]>>
}

/** A service definition with its handlers. */
export interface Implementation {
  readonly definition: Definition
  readonly handlers: Readonly<Record<string, unknown>>
}

export const implement = <D extends Definition>(definition: D, handlers: Handlers<D>): Implementation => ({
  definition,
  handlers,
})

/** Service, identity and limits of a server. */
export interface GrpcServerOptions<D> {
  readonly definition: D
  readonly handlers: Handlers<D>
  readonly more?: readonly Implementation[]
  readonly identity: Identity
  readonly log: Logger
  readonly metrics: Metrics
  readonly verifyPrincipal?: PrincipalVerifier
  readonly now?: () => number
  /** Age after which a connection takes no new calls; varied by a tenth. */
  readonly connectionAgeMs?: number
}

/** A gRPC server that does not listen yet. */
export interface GrpcServer {
  /** Listens on `host:port`; port 0 takes a free one. Resolves to the port. */
  listen(address: string): Promise<number>
  /** Finishes calls in flight for `graceMs`, then closes. */
  close(graceMs?: number): Promise<void>
}

// grpc-js finds new pods only when connections end: with several pods, one ends every few seconds.
const CONNECTION_AGE_MS = 20_000
/** Time for calls that are under way then, such as a clip for a slow phone. */
const CONNECTION_OVERTIME_MS = 110_000
/** Time for calls under way when a server stops. */
const STOP_GRACE_MS = 10_000

/** Checks callers against the call table and maps errors. Serves unary methods on streams too. */
export function createGrpcServer<D extends Definition>(options: GrpcServerOptions<D>): GrpcServer {
  const server = new Server({
    'grpc.max_connection_age_ms': options.connectionAgeMs ?? CONNECTION_AGE_MS,
    'grpc.max_connection_age_grace_ms': CONNECTION_OVERTIME_MS,
  })
  const checkOf = (path: string) => callerCheck(path, options.identity.service, options.log)
  const streamed = new Map<string, StreamedMethod>()
  for (const { definition, handlers } of [implement(options.definition, options.handlers), ...(options.more ?? [])]) {
    const methods: Record<string, UntypedHandleCall> = {}
    for (const [name, method] of methodsOf(definition)) {
      const handler = handlers[name] as Handler
      const rpc: Rpc = {
        labels: { grpc_service: serviceNameOf(method), method: name },
        checkCaller: checkOf(method.path),
      }
      if (!method.responseStream) streamed.set(method.path, { rpc, handler: onBytes(method, handler) })
      methods[name] = (
        method.responseStream ? streaming(rpc, handler, options) : unary(rpc, handler, options)
      ) as UntypedHandleCall
    }
    server.addService(definition as unknown as ServiceDefinition, methods)
  }
  const checkCaller = checkOf(StreamServiceService.callStream.path)
  const streams = createStreamService({ ...options, methods: streamed, checkCaller })
  server.addService(StreamServiceService, { callStream: streams.callStream as UntypedHandleCall })
  return {
    async listen(address) {
      const own = await listenAddress(address, options.log)
      return new Promise((resolve, reject) =>
        server.bindAsync(own, options.identity.serverCredentials, (error, port) =>
          error ? reject(error) : resolve(port),
        ),
      )
    },
    close: (graceMs = STOP_GRACE_MS) =>
      new Promise((resolve) => {
        streams.drain()
        const force = setTimeout(() => server.forceShutdown(), graceMs)
        server.tryShutdown(() => {
          clearTimeout(force)
          resolve()
        })
      }),
  }
}

const onBytes =
  (method: ReturnType<typeof methodsOf>[number][1], handler: Handler): Handler =>
  async (request, call) =>
    method.responseSerialize(await handler(method.requestDeserialize(request as Buffer), call))

const unary =
  (rpc: Rpc, handler: Handler, options: CallOptions) =>
  async (raw: ServerUnaryCall<unknown, unknown>, answer: sendUnaryData<unknown>): Promise<void> => {
    const outcome = await serve(rpc, handler, { arrival: arrivalOf(raw), request: raw.request }, options)
    if ('refusal' in outcome) answer(toServiceError(outcome.refusal))
    else answer(null, outcome.response)
  }

function streaming(rpc: Rpc, handler: Handler, options: CallOptions) {
  return async (raw: ServerWritableStream<unknown, unknown>): Promise<void> => {
    const call = callOf(arrivalOf(raw), options)
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

const WHOLE_PROCESS = ''

/** Serves `grpc.health.v1.Health`, open to every caller. */
export function serveHealth(health: Health): Implementation {
  const now = (): HealthCheckResponse => ({ status: health.serving() ? Status.SERVING : Status.NOT_SERVING })
  return implement(HealthService, {
    async check({ service }) {
      if (service !== WHOLE_PROCESS) throw new KlaError('NOT_FOUND')
      return now()
    },
    async *watch({ service }, { signal }) {
      let sent: HealthCheckResponse = service === WHOLE_PROCESS ? now() : { status: Status.SERVICE_UNKNOWN }
      yield sent
      while (!health.stopped()) {
        await health.change(signal)
        if (service !== WHOLE_PROCESS || now().status === sent.status) continue
        sent = now()
        yield sent
      }
    },
  })
}
