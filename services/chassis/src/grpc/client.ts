import { setTimeout as sleep } from 'node:timers/promises'
import { type CallOptions, Metadata, status as Status } from '@grpc/grpc-js'
import { isRetryable, isServiceError, KlaError } from '../errors.js'
import type { Identity } from '../identity.js'
import { newId } from '../ids.js'
import type { Metrics } from '../metrics.js'
import { PRINCIPAL_KEY } from '../principal.js'
import { statusError } from './call-stream.js'
import { type Channel, createChannel, shareChannel } from './channel.js'
import { type Definition, methodsOf, type RequestOf, type ResponseOf, serviceNameOf, type Streams } from './types.js'

export const REQUEST_ID_KEY = 'kla-request-id'

/** The caller's identity, request id and deadlines. */
export interface CallContext {
  /** The signed token of the calling account. */
  readonly principal?: string | undefined
  /** Key for taking turns without a principal; stays in this process. */
  readonly turn?: string | undefined
  readonly requestId?: string | undefined
  /** Milliseconds for the whole call with its retries. */
  readonly deadlineMs?: number
  readonly attemptMs?: number
  readonly signal?: AbortSignal
}

/** One function for each RPC. All reject with a {@link KlaError}. */
export type GrpcClient<D> = {
  [Name in keyof D]: Streams<D[Name]> extends true
    ? (request: RequestOf<D[Name]>, context?: CallContext) => AsyncIterable<ResponseOf<D[Name]>>
    : (request: RequestOf<D[Name]>, context?: CallContext) => Promise<ResponseOf<D[Name]>>
} & { close(): void }

/** Address and deadlines of a client. */
export interface GrpcClientOptions<D> {
  readonly definition: D
  /** "host:port", comma-separated, or a target such as "dns:///name:port". */
  readonly address: string
  readonly identity: Identity
  readonly metrics?: Metrics
  readonly deadlineMs?: number
  /** Milliseconds, doubled with each retry. */
  readonly attemptMs?: number
  /** Methods never retried; all others are idempotent by contract. */
  readonly once?: readonly (keyof D)[]
  /**
   * Connections to each server, 1 by default. Large requests need more: grpc-js servers accept 64 KB per connection at
   * once.
   */
  readonly connections?: number
}

const PAUSE_MS = 40
const isUnreachable = (error: unknown): boolean => isServiceError(error) && isRetryable(error)
const pause = (): Promise<void> => sleep(PAUSE_MS * (0.5 + Math.random()))

/** Creates a client with deadlines and retries on other servers. */
export function createGrpcClient<D extends Definition>(options: GrpcClientOptions<D>): GrpcClient<D> {
  const { definition, address, identity, connections = 1 } = options
  const open = (connections > 1 ? createChannel : shareChannel).bind(null, {
    definition,
    address,
    identity,
    connections,
  })
  const first = open()
  const channels = [first, ...Array.from({ length: connections - 1 }, open)]
  let made = 0
  const nextChannel = () => channels[(made += 1) % channels.length] ?? first
  const deadlineMs = options.deadlineMs ?? 5_000
  const attemptMs = options.attemptMs ?? 1_500
  const calls: Record<string, unknown> = { close: () => channels.forEach((channel) => channel.close()) }

  for (const [name, method] of methodsOf(options.definition)) {
    const repeatable = !options.once?.includes(name)
    const mayRepeat = (error: unknown, end: number, signal: AbortSignal | undefined): boolean =>
      repeatable && isUnreachable(error) && !signal?.aborted && Date.now() + PAUSE_MS < end

    const alone = (channel: Channel, request: unknown, metadata: Metadata, until: number, signal?: AbortSignal) =>
      new Promise<unknown>((resolve, reject) => {
        if (signal?.aborted) return reject(statusError(Status.CANCELLED))
        const call = channel
          .current()
          .makeUnaryRequest(
            method.path,
            method.requestSerialize,
            method.responseDeserialize,
            request,
            metadata,
            { deadline: until } satisfies CallOptions,
            (error, response) => (error ? reject(error) : resolve(response)),
          )
        signal?.addEventListener('abort', () => call.cancel(), { once: true })
      })

    const attempt = async (
      request: unknown,
      context: CallContext & { requestId: string },
      until: number,
    ): Promise<unknown> => {
      const { principal = '', turn, requestId, signal } = context
      const channel = nextChannel()
      try {
        const serialized = method.requestSerialize(request)
        const { path } = method
        const answer = await channel.calls.call({
          path,
          request: serialized,
          principal,
          turn,
          requestId,
          until,
          signal,
        })
        if (answer !== undefined) return method.responseDeserialize(answer)
        return await alone(channel, request, metadataOf(context), until, signal)
      } catch (error) {
        if (isUnreachable(error)) channel.unreached()
        throw error
      }
    }

    const unary = async (request: unknown, context: CallContext = {}): Promise<unknown> => {
      const stop = options.metrics?.grpcCalled.startTimer({ grpc_service: serviceNameOf(method), method: name })
      const identified = { ...context, requestId: context.requestId ?? newId() }
      const end = Date.now() + (context.deadlineMs ?? deadlineMs)
      for (let timeoutMs = context.attemptMs ?? attemptMs; ; timeoutMs *= 2) {
        const until = repeatable ? Math.min(end, Date.now() + timeoutMs) : end
        try {
          const response = await attempt(request, identified, until)
          stop?.({ code: 'ok' })
          return response
        } catch (error) {
          if (mayRepeat(error, end, context.signal)) {
            await pause()
            continue
          }
          const refusal = KlaError.from(error)
          stop?.({ code: refusal.code })
          throw refusal
        }
      }
    }

    /** Repeats once if nothing has arrived: some streams last minutes, and their callers should hear of a failure sooner. */
    const streaming = async function* (request: unknown, context: CallContext = {}): AsyncIterable<unknown> {
      const identified = { ...context, requestId: context.requestId ?? newId() }
      const end = Date.now() + (context.deadlineMs ?? deadlineMs)
      for (let repeated = false; ; repeated = true) {
        const channel = nextChannel()
        const call = channel
          .current()
          .makeServerStreamRequest(
            method.path,
            method.requestSerialize,
            method.responseDeserialize,
            request,
            metadataOf(identified),
            { deadline: end },
          )
        const cancel = (): void => call.cancel()
        context.signal?.addEventListener('abort', cancel, { once: true })
        let begun = false
        try {
          for await (const part of call) {
            begun = true
            yield part
          }
          return
        } catch (error) {
          if (isUnreachable(error)) channel.unreached()
          if (begun || repeated || !mayRepeat(error, end, context.signal)) throw KlaError.from(error)
        } finally {
          context.signal?.removeEventListener('abort', cancel)
          call.cancel()
        }
        await pause()
      }
    }

    calls[name] = method.responseStream ? streaming : unary
  }
  return calls as GrpcClient<D>
}

function metadataOf(context: CallContext): Metadata {
  const metadata = new Metadata()
  metadata.set(REQUEST_ID_KEY, context.requestId ?? newId())
  if (context.principal) metadata.set(PRINCIPAL_KEY, context.principal)
  return metadata
}
