import { type Client, type ClientReadableStream, Metadata, type ServiceError, status as Status } from '@grpc/grpc-js'
import { BatchServiceService, type CallBatchResponse, type CallRefusal, type CallResult } from '@kla/proto'
import { isReason } from '@kla/proto/web'
import { KlaError } from '../errors.js'
import { inCallSpan } from '../tracing/index.js'
import { BATCH_MAX_BYTES, BATCH_MAX_CALLS, batchedBytes } from './batch-limits.js'
import { FairQueue } from './fair-queue.js'

/** Two calls cost less on their own. */
const BATCH_MIN_CALLS = 3
/** Milliseconds until another server may be tried. */
const STALLED_AFTER_MS = 10
/** Full batches that no server has begun. More would wait where accounts take no turns. */
const FULL_MAX = 4
/** Pods of the previous release know no batches during a rollout. */
const UNBATCHED_FOR_MS = 5_000

/** A serialized call that may join a batch. */
export interface CallToBatch {
  readonly path: string
  readonly request: Buffer
  /** The signed token, or empty: accounts take turns. */
  readonly principal: string
  /** The key of {@link CallContext.turn}, if any. */
  readonly turn?: string | undefined
  readonly requestId: string
  readonly until: number
}

/** The serialized response; undefined if the call must be made alone. */
export type BatchedAnswer = Buffer | undefined

interface Waiting {
  readonly call: CallToBatch & { readonly traceparent: string }
  readonly turn: string
  readonly resolve: (answer: BatchedAnswer) => void
  readonly reject: (error: Error) => void
  late?: NodeJS.Timeout
  sentBatch?: SentBatch
}

interface SentBatch {
  readonly stream: ClientReadableStream<CallBatchResponse>
  readonly unanswered: Set<Waiting>
}

/** What batching of calls needs. */
export interface BatchedCallsOptions {
  readonly client: () => Client
  readonly now?: () => number
  readonly onBatch?: (calls: number) => void
}

/**
 * Batches one client's calls, sent at the end of an event loop turn once servers have begun all earlier batches. A call
 * alone in flight goes on its own.
 */
export class BatchedCalls {
  readonly #queue = new FairQueue<Waiting>()
  #queuedBytes = 0
  #inFlight = 0
  readonly #openBatches = new Set<SentBatch>()
  #aloneUntil = 0
  #turn: NodeJS.Immediate | undefined
  readonly #client: () => Client
  readonly #now: () => number
  readonly #onBatch: (calls: number) => void

  constructor({ client, now = Date.now, onBatch = () => undefined }: BatchedCallsOptions) {
    this.#client = client
    this.#now = now
    this.#onBatch = onBatch
  }

  isJoined(): boolean {
    return this.#inFlight > 0 && this.#now() >= this.#aloneUntil
  }

  async alone<T>(call: Promise<T>): Promise<T> {
    this.#inFlight += 1
    try {
      return await call
    } finally {
      this.#inFlight -= 1
    }
  }

  /** Rejects with a ServiceError if the call may be repeated. */
  join(call: CallToBatch): Promise<BatchedAnswer> {
    if (batchedBytes(call) > BATCH_MAX_BYTES) return Promise.resolve(undefined)
    return inCallSpan(call.path, (traceparent = '') => this.#queueUp({ ...call, traceparent }))
  }

  #queueUp(call: Waiting['call']): Promise<BatchedAnswer> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { call, turn: turnOf(call), resolve, reject }
      waiting.late = setTimeout(() => this.#giveUp(waiting), call.until - this.#now())
      this.#inFlight += 1
      this.#queue.add(waiting.turn, waiting)
      this.#queuedBytes += batchedBytes(call)
      this.#scheduleBatch()
    })
  }

  #scheduleBatch(): void {
    this.#turn ??= setImmediate(() => {
      this.#turn = undefined
      while (this.#queue.size > 0 && this.#maySend()) this.#send(this.#next())
    })
  }

  #maySend(): boolean {
    if (this.#openBatches.size === 0) return true
    const isFull = this.#queue.size >= BATCH_MAX_CALLS || this.#queuedBytes >= BATCH_MAX_BYTES
    return isFull && this.#openBatches.size < FULL_MAX
  }

  #next(): Waiting[] {
    const taken: Waiting[] = []
    let left = BATCH_MAX_BYTES
    while (taken.length < BATCH_MAX_CALLS) {
      const waiting = this.#queue.take(({ call }) => batchedBytes(call) <= left)
      if (waiting === undefined) break
      left -= batchedBytes(waiting.call)
      taken.push(waiting)
    }
    this.#queuedBytes -= BATCH_MAX_BYTES - left
    return taken
  }

  #send(batch: readonly Waiting[]): void {
    if (batch.length < BATCH_MIN_CALLS) {
      for (const waiting of batch) this.#end(waiting, () => waiting.resolve(undefined))
      return
    }
    let stream: SentBatch['stream']
    try {
      stream = this.#open(batch)
    } catch (error) {
      for (const waiting of batch) this.#end(waiting, () => waiting.reject(error as Error))
      return
    }
    const sentBatch: SentBatch = { stream, unanswered: new Set(batch) }
    for (const waiting of batch) waiting.sentBatch = sentBatch
    this.#openBatches.add(sentBatch)
    this.#onBatch(batch.length)

    const hasBegun = (): void => {
      clearTimeout(stalled)
      if (this.#openBatches.delete(sentBatch)) this.#scheduleBatch()
    }
    const stalled = setTimeout(hasBegun, STALLED_AFTER_MS)
    const fail = (error: ServiceError): void => {
      this.#fail(sentBatch, error)
      hasBegun()
    }
    stream.once('metadata', hasBegun)
    stream.on('data', ({ results }: CallBatchResponse) => {
      for (const result of results) this.#settle(batch[result.index], result)
    })
    stream.once('error', fail)
    stream.once('end', () => sentBatch.unanswered.size > 0 && fail(statusError(Status.UNAVAILABLE)))
  }

  #open(batch: readonly Waiting[]): ClientReadableStream<CallBatchResponse> {
    const nowMs = this.#now()
    const calls = batch.map(({ call: { until, turn: _, ...call } }) => ({
      ...call,
      timeoutMs: Math.max(0, until - nowMs),
    }))
    const deadline = Math.max(...batch.map(({ call }) => call.until))
    const { path, requestSerialize, responseDeserialize } = BatchServiceService.callBatch
    return this.#client().makeServerStreamRequest(
      path,
      requestSerialize,
      responseDeserialize,
      { calls },
      new Metadata(),
      { deadline },
    )
  }

  #fail({ unanswered }: SentBatch, error: ServiceError): void {
    const knowsBatches = error.code !== Status.UNIMPLEMENTED
    if (!knowsBatches) this.#aloneUntil = this.#now() + UNBATCHED_FOR_MS
    for (const waiting of unanswered) {
      this.#end(waiting, () => (knowsBatches ? waiting.reject(error) : waiting.resolve(undefined)))
    }
  }

  #settle(waiting: Waiting | undefined, { outcome }: CallResult): void {
    if (waiting === undefined) return
    this.#end(waiting, () => {
      if (outcome?.$case === 'response') waiting.resolve(outcome.value)
      else if (outcome?.$case === 'refusal') waiting.reject(refusalOf(outcome.value))
      else waiting.resolve(undefined)
    })
  }

  #end(waiting: Waiting, tell: () => void): void {
    if (!waiting.late) return
    clearTimeout(waiting.late)
    delete waiting.late
    this.#inFlight -= 1
    const { sentBatch, call, turn } = waiting
    sentBatch?.unanswered.delete(waiting)
    if (this.#queue.delete(turn, waiting)) this.#queuedBytes -= batchedBytes(call)
    tell()
  }

  #giveUp(waiting: Waiting): void {
    this.#end(waiting, () => waiting.reject(statusError(Status.DEADLINE_EXCEEDED)))
    if (waiting.sentBatch?.unanswered.size === 0) waiting.sentBatch.stream.cancel()
  }
}

/** The token's account, unchecked: services verify the token, and ours come from auth. */
function turnOf({ principal, turn = '' }: Pick<CallToBatch, 'principal' | 'turn'>): string {
  if (principal === '') return `without an account: ${turn}`
  try {
    const [, payload = ''] = principal.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
      sub?: unknown
      administrator?: { id?: unknown }
    }
    return claims.administrator ? `administrator ${String(claims.administrator.id)}` : `account ${String(claims.sub)}`
  } catch {
    return principal
  }
}

const statusError = (code: Status): ServiceError =>
  Object.assign(new Error(Status[code]), { code, details: Status[code], metadata: new Metadata() })

const refusalOf = ({ reason, text }: CallRefusal): KlaError =>
  isReason(reason) ? new KlaError(reason, text) : new KlaError('INTERNAL')
