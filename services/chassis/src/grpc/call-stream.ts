import { AsyncLocalStorage } from 'node:async_hooks'
import { type Client, type ClientDuplexStream, Metadata, type ServiceError, status as Status } from '@grpc/grpc-js'
import {
  type CallStreamRequest,
  type CallStreamResponse,
  type StreamedCall,
  type StreamedResult,
  StreamServiceService,
} from '@kla/proto'
import { streamedBytes, UNTAKEN_MAX_BYTES, UNTAKEN_MAX_CALLS } from './stream-limits.js'

/** How long a server may take to begin a stream. Its calls end at their own deadlines meanwhile. */
const BEGIN_WITHIN_MS = 3_000

type Result = NonNullable<StreamedResult['outcome']>

/** How a stream ends: without an error, what is unanswered was not begun. */
export interface StreamEnd<T> {
  readonly unanswered: readonly T[]
  readonly error: ServiceError | undefined
}

/** What the owner of a stream learns. */
export interface StreamListener<T> {
  begun(): void
  result(item: T, outcome: Result | undefined): void
  /** The server has taken calls, or begins no more of them. */
  changed(): void
  ended(end: StreamEnd<T>): void
}

// Streams outlive the call that opens them, so they do not carry its trace.
const outsideOfCalls = AsyncLocalStorage.snapshot()

/** One stream of calls to one server. */
export class CallStream<T> {
  readonly #raw: ClientDuplexStream<CallStreamRequest, CallStreamResponse>
  readonly #unanswered = new Map<number, T>()
  readonly #slow: NodeJS.Timeout
  #calls: StreamedCall[] = []
  #cancelled: number[] = []
  #untakenCalls = 0
  #untakenBytes = 0
  #lastId = 0
  #hasBegun = false
  #takesCalls = true
  #halfClosed = false
  #isOver = false

  constructor(
    client: Client,
    private readonly listener: StreamListener<T>,
  ) {
    const { path, requestSerialize, responseDeserialize } = StreamServiceService.callStream
    this.#raw = outsideOfCalls(() => client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize))
    this.#slow = setTimeout(() => this.#raw.cancel(), BEGIN_WITHIN_MS).unref()
    this.#raw.once('metadata', () => {
      clearTimeout(this.#slow)
      this.#hasBegun = true
      listener.begun()
    })
    this.#raw.on('data', (message: CallStreamResponse) => this.#receive(message))
    this.#raw.once('error', (error: ServiceError) => this.#end(error))
    // Unlike the status, it follows the last message. Errors come first.
    this.#raw.once('end', () => this.#end(undefined))
  }

  /** True once the server has answered the opening of the stream. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** False once either side ends it. */
  get takesCalls(): boolean {
    return this.#takesCalls
  }

  get hasRoom(): boolean {
    return this.#takesCalls && this.#untakenCalls < UNTAKEN_MAX_CALLS && this.#untakenBytes < UNTAKEN_MAX_BYTES
  }

  get isIdle(): boolean {
    return this.#unanswered.size === 0
  }

  /** Address of the server, once the stream has begun. */
  get peer(): string {
    return this.#raw.getPeer()
  }

  /** Adds a call to the next message. Returns the call's id. */
  add(item: T, call: Omit<StreamedCall, 'id'>): number {
    const id = (this.#lastId += 1)
    this.#unanswered.set(id, item)
    this.#calls.push({ ...call, id })
    this.#untakenCalls += 1
    this.#untakenBytes += streamedBytes(call)
    return id
  }

  /** Drops a call whose answer is no longer wanted. `isLate`: the server knows. */
  forget(id: number, { isLate }: { readonly isLate: boolean }): void {
    if (!this.#unanswered.delete(id) || this.#isOver) return
    if (!isLate && !this.#halfClosed) {
      this.#cancelled.push(id)
      this.flush()
    }
    this.#endIfDone()
  }

  flush(): void {
    if (this.#calls.length === 0 && this.#cancelled.length === 0) return
    this.#raw.write({ calls: this.#calls, cancelled: this.#cancelled })
    this.#calls = []
    this.#cancelled = []
  }

  /** Ends the stream after its last answer. */
  end(): void {
    this.#takesCalls = false
    this.#endIfDone()
  }

  #receive({ results, takenCalls, takenBytes, draining }: CallStreamResponse): void {
    this.#untakenCalls -= takenCalls
    this.#untakenBytes -= takenBytes
    for (const { id, outcome } of results) {
      const item = this.#unanswered.get(id)
      if (item === undefined) continue
      this.#unanswered.delete(id)
      this.listener.result(item, outcome)
    }
    if (draining) this.#takesCalls = false
    if (takenCalls > 0 || draining) this.listener.changed()
    this.#endIfDone()
  }

  #endIfDone(): void {
    if (this.#takesCalls || this.#halfClosed || this.#isOver || this.#unanswered.size > 0) return
    this.#halfClosed = true
    this.flush()
    this.#raw.end()
  }

  #end(error: ServiceError | undefined): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#takesCalls = false
    clearTimeout(this.#slow)
    const unanswered = [...this.#unanswered.values()]
    this.#unanswered.clear()
    this.listener.ended({ unanswered, error })
  }
}

/** An error as grpc-js makes it. */
export const statusError = (code: Status, details = Status[code]): ServiceError =>
  Object.assign(new Error(details), { code, details, metadata: new Metadata() })
