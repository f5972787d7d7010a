import type { Http2Session } from 'node:http2'
import { Metadata, type ServerDuplexStream, status as Status } from '@grpc/grpc-js'
import type { CallStreamRequest, CallStreamResponse, StreamedCall, StreamedResult } from '@kla/proto'
import { KlaError, toServiceError } from '../errors.js'
import { tracing } from '../tracing/index.js'
import type { CheckCaller } from './caller.js'
import { type Arrival, type CallOptions, type Handler, type Rpc, serve } from './served-call.js'
import {
  REPORT_BYTES,
  REPORT_CALLS,
  RESPONSE_MAX_BYTES,
  RESULTS_BYTES,
  streamedBytes,
  UNDER_WAY_MAX_BYTES,
} from './stream-limits.js'

/** A method that streams may call, on serialized messages. */
export interface StreamedMethod {
  readonly rpc: Rpc
  readonly handler: Handler
}

type RawStream = ServerDuplexStream<CallStreamRequest, CallStreamResponse>
type Outcome = NonNullable<StreamedResult['outcome']>

/** What all streams of a server share. */
export interface StreamServiceOptions extends CallOptions {
  readonly methods: ReadonlyMap<string, StreamedMethod>
  readonly checkCaller: CheckCaller
}

/** Serves `kla.stream.v1.StreamService` over this server's unary methods. */
export interface StreamService {
  callStream(raw: RawStream): void
  /** Begins no more calls, finishes those under way, and lets the clients end their streams. */
  drain(): void
}

/** How soon a stream notices that grpc-js ends its connection, to drain before its grace ends. */
const LOOK_EVERY_MS = 500

export function createStreamService(options: StreamServiceOptions): StreamService {
  const streams = new Set<ServedStream>()
  let looking: NodeJS.Timeout | undefined
  let draining = false
  const look = (): void => {
    for (const stream of streams) if (stream.isLeaving) stream.drain()
  }
  const ended = (stream: ServedStream): void => {
    streams.delete(stream)
    if (streams.size > 0) return
    clearInterval(looking)
    looking = undefined
  }
  return {
    callStream(raw) {
      try {
        options.checkCaller(raw)
      } catch (error) {
        return void raw.emit('error', toServiceError(KlaError.from(error)))
      }
      const stream = new ServedStream(raw, options, ended)
      streams.add(stream)
      looking ??= setInterval(look, LOOK_EVERY_MS).unref()
      if (draining) stream.drain()
    },
    drain() {
      draining = true
      for (const stream of streams) stream.drain()
    },
  }
}

class ServedStream {
  readonly #underWay = new Map<number, CallSignal>()
  #underWayBytes = 0
  #results: StreamedResult[] = []
  #resultBytes = 0
  #takenCalls = 0
  #takenBytes = 0
  #scheduled = false
  #draining = false
  #halfClosed = false
  #over = false

  constructor(
    private readonly raw: RawStream,
    private readonly options: StreamServiceOptions,
    private readonly ended: (stream: ServedStream) => void,
  ) {
    raw.on('data', (message: CallStreamRequest) => this.#receive(message))
    raw.once('end', () => {
      this.#halfClosed = true
      this.#endIfDone()
    })
    raw.once('cancelled', () => this.#abandon())
    raw.once('error', () => this.#abandon())
    // The client then knows that this server has streams.
    raw.sendMetadata(new Metadata())
  }

  get isLeaving(): boolean {
    const { call } = this.raw as unknown as { call?: { stream?: { session?: Http2Session } } }
    return call?.stream?.session?.closed ?? false
  }

  drain(): void {
    if (this.#draining || this.#over) return
    this.#draining = true
    this.#schedule()
  }

  #receive({ calls, cancelled }: CallStreamRequest): void {
    for (const call of calls) {
      this.#takenCalls += 1
      this.#takenBytes += streamedBytes(call)
      const status = this.#refusalOf(call)
      if (status === undefined) void this.#serve(call)
      else this.#finish({ id: call.id, outcome: { $case: 'notBegun', value: status } })
    }
    for (const id of cancelled) this.#underWay.get(id)?.abort()
    if (this.#takenCalls >= REPORT_CALLS || this.#takenBytes >= REPORT_BYTES) this.#schedule()
  }

  #refusalOf(call: StreamedCall): Status | undefined {
    if (this.#draining) return Status.UNAVAILABLE
    if (!this.options.methods.has(call.path)) return Status.UNIMPLEMENTED
    const isFull = this.#underWayBytes + streamedBytes(call) > UNDER_WAY_MAX_BYTES
    return isFull || this.#underWay.has(call.id) ? Status.RESOURCE_EXHAUSTED : undefined
  }

  async #serve(call: StreamedCall): Promise<void> {
    const { rpc, handler } = this.options.methods.get(call.path) as StreamedMethod
    const { id, path, request, traceparent } = call
    const signal = new CallSignal(call.timeoutMs)
    const bytes = streamedBytes(call)
    this.#underWay.set(id, signal)
    this.#underWayBytes += bytes
    const arrival: Arrival = {
      raw: this.raw,
      requestId: call.requestId || undefined,
      principalToken: call.principal || undefined,
      signal: () => signal.get(),
    }
    const tracer = traceparent ? tracing() : undefined
    const work = async () => {
      const outcome = await serve(rpc, handler, { arrival, request }, this.options)
      if (tracer) {
        const { code = Status.OK } = 'refusal' in outcome ? toServiceError(outcome.refusal) : {}
        tracer.note({ 'rpc.grpc.status_code': code })
      }
      return outcome
    }
    const outcome = await (tracer ? tracer.serve(path, traceparent, work) : work())
    signal.end()
    this.#underWay.delete(id)
    this.#underWayBytes -= bytes
    this.#finish({ id, outcome: 'response' in outcome ? responseOf(outcome.response as Buffer) : refusalOf(outcome) })
  }

  #finish(result: StreamedResult): void {
    if (this.#over) return
    const size = result.outcome?.$case === 'response' ? result.outcome.value.length : 0
    if (this.#resultBytes + size > RESULTS_BYTES) this.#send()
    this.#results.push(result)
    this.#resultBytes += size
    this.#schedule()
  }

  /** Sends the results of one event loop turn together: a message costs more than a result. */
  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      if (this.#over) return
      this.#send()
      this.#endIfDone()
    })
  }

  #send(): void {
    const message: CallStreamResponse = {
      results: this.#results,
      takenCalls: this.#takenCalls,
      takenBytes: this.#takenBytes,
      draining: this.#draining,
    }
    this.#results = []
    this.#resultBytes = this.#takenCalls = this.#takenBytes = 0
    // A client that reads slowly sends no more calls while its results wait.
    if (this.raw.write(message) || this.raw.isPaused()) return
    this.raw.pause()
    this.raw.once('drain', () => this.raw.resume())
  }

  #endIfDone(): void {
    if (!this.#halfClosed || this.#underWay.size > 0 || this.#scheduled || this.#over) return
    this.#over = true
    this.raw.end()
    this.ended(this)
  }

  #abandon(): void {
    if (this.#over) return
    this.#over = true
    for (const signal of this.#underWay.values()) signal.abort()
    this.ended(this)
  }
}

/** Aborts with a call's client, its cancellation or its deadline; made for handlers that look at it. */
class CallSignal {
  readonly #untilMs: number
  #controller: AbortController | undefined
  #late: NodeJS.Timeout | undefined
  #aborted = false

  constructor(timeoutMs: number) {
    this.#untilMs = performance.now() + timeoutMs
  }

  get(): AbortSignal {
    if (this.#controller) return this.#controller.signal
    this.#controller = new AbortController()
    if (this.#aborted) this.#controller.abort()
    else this.#late = setTimeout(() => this.abort(), Math.max(0, Math.ceil(this.#untilMs - performance.now()))).unref()
    return this.#controller.signal
  }

  abort(): void {
    this.#aborted = true
    this.end()
    this.#controller?.abort()
  }

  end(): void {
    clearTimeout(this.#late)
  }
}

const responseOf = (response: Buffer): Outcome =>
  response.length > RESPONSE_MAX_BYTES
    ? { $case: 'failed', value: Status.RESOURCE_EXHAUSTED }
    : { $case: 'response', value: response }

const refusalOf = ({ refusal: { reason, message, retryAfterMs } }: { readonly refusal: KlaError }): Outcome => ({
  $case: 'refusal',
  value: { reason, text: message, retryAfterMs: retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs) },
})
