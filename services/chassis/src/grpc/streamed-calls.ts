import { type Client, type ServiceError, status as Status } from '@grpc/grpc-js'
import type { StreamedRefusal, StreamedResult } from '@kla/proto'
import { isReason } from '@kla/proto/web'
import { decodeJwt } from 'jose'
import { isRetryable, KlaError } from '../errors.js'
import { inCallSpan } from '../tracing/index.js'
import { CallStream, statusError, type StreamEnd } from './call-stream.js'
import { FairQueue } from './fair-queue.js'
import { CALL_MAX_BYTES, streamedBytes, WAITING_MAX_BYTES } from './stream-limits.js'

/** How often a client looks for servers without a stream, and for streams without calls. */
const LOOK_EVERY_MS = 1_000
/** Sooner looks for servers that are slower to connect than the first. */
const EARLY_LOOKS_MS = [50, 200, 500]
/** Ticks without calls after which streams end: an open one keeps its process alive. */
const IDLE_TICKS = 5
/** Servers in a row that may not begin a call before its client has to wait. */
const TRIES = 3
const TURNS_KNOWN = 1_000

/** A serialized call. */
export interface CallToStream {
  readonly path: string
  readonly request: Buffer
  /** The signed token, or empty: accounts take turns. */
  readonly principal: string
  /** The key of {@link CallContext.turn}, if any. */
  readonly turn?: string | undefined
  readonly requestId: string
  /** Unix milliseconds. */
  readonly until: number
  readonly signal?: AbortSignal | undefined
}

/** The serialized response; undefined if the call must be made alone. */
export type StreamedAnswer = Buffer | undefined

interface Item {
  readonly call: CallToStream & { readonly traceparent: string }
  readonly turn: string
  readonly resolve: (answer: StreamedAnswer) => void
  readonly reject: (error: Error) => void
  readonly abort: () => void
  late: NodeJS.Timeout | undefined
  tries: number
  sent: { readonly stream: CallStream<Item>; readonly id: number } | undefined
}

/** What streaming of calls needs. */
export interface StreamedCallsOptions {
  readonly client: () => Client
  readonly now?: () => number
}

/**
 * Carries unary calls on one stream to each server, in turns. Calls of one event loop turn share a message. Calls wait
 * while no server takes more, and accounts then take turns.
 */
export class StreamedCalls {
  readonly #streams = new Set<CallStream<Item>>()
  readonly #queue = new FairQueue<Item>()
  readonly #turns = new Map<string, string>()
  readonly #client: () => Client
  readonly #now: () => number
  #waitingBytes = 0
  #order: CallStream<Item>[] = []
  #made = 0
  #scheduled = false
  #closed = false
  #looking: NodeJS.Timeout | undefined
  #isUsed = false
  #idleTicks = 0

  constructor({ client, now = Date.now }: StreamedCallsOptions) {
    this.#client = client
    this.#now = now
  }

  /** Rejects with a ServiceError if the call may be repeated. */
  call(call: CallToStream): Promise<StreamedAnswer> {
    if (this.#closed || streamedBytes(call) > CALL_MAX_BYTES) return ALONE
    if (call.signal?.aborted) return Promise.reject(statusError(Status.CANCELLED))
    if (this.#waitingBytes + streamedBytes(call) > WAITING_MAX_BYTES)
      return Promise.reject(statusError(Status.UNAVAILABLE, 'too many calls wait'))
    return inCallSpan(call.path, (traceparent = '') => this.#begin({ ...call, traceparent }))
  }

  /** Finishes the calls that were made. */
  close(): void {
    this.#flush()
    this.#closed = true
    clearInterval(this.#looking)
    for (const stream of this.#streams) stream.end()
  }

  #begin(call: Item['call']): Promise<StreamedAnswer> {
    return new Promise((resolve, reject) => {
      const abort = (): void => this.#settle(item, () => reject(statusError(Status.CANCELLED)), { isLate: false })
      const late = setTimeout(
        () => this.#settle(item, () => reject(statusError(Status.DEADLINE_EXCEEDED)), { isLate: true }),
        call.until - this.#now(),
      )
      const item: Item = { call, turn: this.#turnOf(call), resolve, reject, abort, late, tries: 0, sent: undefined }
      call.signal?.addEventListener('abort', abort, { once: true })
      this.#isUsed = true
      this.#enqueue(item)
    })
  }

  #enqueue(item: Item): void {
    this.#queue.add(item.turn, item)
    this.#waitingBytes += streamedBytes(item.call)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => this.#flush())
  }

  #flush(): void {
    this.#scheduled = false
    const used = new Set<CallStream<Item>>()
    while (this.#queue.size > 0) {
      let stream: CallStream<Item> | undefined
      try {
        stream = this.#next()
      } catch (error) {
        for (const item of this.#takeAll()) this.#settle(item, () => item.reject(error as Error))
        return
      }
      if (stream === undefined) break
      const item = this.#take()
      if (item === undefined) break
      used.add(stream)
      this.#send(item, stream)
    }
    for (const stream of used) stream.flush()
  }

  #take(): Item | undefined {
    const item = this.#queue.take()
    if (item) this.#waitingBytes -= streamedBytes(item.call)
    return item
  }

  *#takeAll(): Iterable<Item> {
    for (let item = this.#take(); item; item = this.#take()) yield item
  }

  #send(item: Item, stream: CallStream<Item>): void {
    const { path, request, principal, requestId, traceparent, until } = item.call
    const timeoutMs = Math.max(0, until - this.#now())
    const id = stream.add(item, { path, request, principal, requestId, traceparent, timeoutMs })
    item.sent = { stream, id }
  }

  /** The next stream in turn that has room. Opens the first; undefined if all are full. */
  #next(): CallStream<Item> | undefined {
    let opening: CallStream<Item> | undefined
    let areFull = false
    for (let skipped = 0; skipped < this.#order.length; skipped++) {
      const stream = this.#order[(this.#made += 1) % this.#order.length]
      if (!stream?.takesCalls) continue
      if (!stream.hasRoom) areFull = true
      else if (stream.hasBegun) return stream
      else opening = stream
    }
    return opening ?? (areFull ? undefined : this.#open())
  }

  #open(): CallStream<Item> {
    const stream: CallStream<Item> = new CallStream<Item>(this.#client(), {
      begun: () => this.#begun(stream),
      result: (item, outcome) => this.#answer(item, outcome),
      changed: () => this.#queue.size > 0 && this.#schedule(),
      ended: (end) => this.#ended(stream, end),
    })
    this.#streams.add(stream)
    this.#order.push(stream)
    if (this.#looking === undefined) {
      this.#looking = setInterval(() => this.#look(), LOOK_EVERY_MS).unref()
      for (const afterMs of EARLY_LOOKS_MS) setTimeout(() => this.#explore(), afterMs).unref()
    }
    return stream
  }

  /** A new stream goes to the next server in turn: each one that is new leads to the next, until one is known. */
  #begun(stream: CallStream<Item>): void {
    const { peer } = stream
    const isKnown = this.#order.some((one) => one !== stream && one.hasBegun && one.takesCalls && one.peer === peer)
    if (isKnown) this.#leave(stream)
    else this.#explore()
    if (this.#queue.size > 0) this.#schedule()
  }

  #explore(): void {
    if (this.#closed || this.#order.length === 0) return
    if (this.#order.some((stream) => stream.takesCalls && !stream.hasBegun)) return
    try {
      this.#open()
    } catch {
      // A closed channel: the next call learns of it.
    }
  }

  #leave(stream: CallStream<Item>): void {
    this.#order = this.#order.filter((one) => one !== stream)
    stream.end()
  }

  #look(): void {
    this.#idleTicks = this.#isUsed || this.#queue.size > 0 ? 0 : this.#idleTicks + 1
    if (this.#isUsed) this.#explore()
    this.#isUsed = false
    if (this.#idleTicks < IDLE_TICKS) return
    for (const stream of this.#order) if (stream.isIdle) this.#leave(stream)
    if (this.#order.length > 0) return
    clearInterval(this.#looking)
    this.#looking = undefined
    this.#idleTicks = 0
  }

  #answer(item: Item, outcome: StreamedResult['outcome']): void {
    if (outcome?.$case === 'notBegun') return this.#again(item, outcome.value)
    this.#settle(item, () => {
      if (outcome?.$case === 'response') item.resolve(outcome.value)
      else if (outcome?.$case === 'refusal') item.reject(refusalOf(outcome.value))
      else item.reject(statusError(outcome?.value ?? Status.INTERNAL))
    })
  }

  /** Sends a call elsewhere. It was not begun, so even a call that is never repeated may go. */
  #again(item: Item, status: Status): void {
    item.sent = undefined
    item.tries += 1
    if (status === Status.UNIMPLEMENTED) this.#settle(item, () => item.reject(statusError(status)))
    else if (item.tries >= TRIES || this.#closed) this.#settle(item, () => item.reject(statusError(Status.UNAVAILABLE)))
    else this.#enqueue(item)
  }

  #ended(stream: CallStream<Item>, { unanswered, error }: StreamEnd<Item>): void {
    this.#streams.delete(stream)
    this.#order = this.#order.filter((one) => one !== stream)
    for (const item of unanswered) {
      if (error === undefined) this.#again(item, Status.UNAVAILABLE)
      else this.#settle(item, () => item.reject(unavailable(error)))
    }
    if (this.#queue.size > 0) this.#schedule()
  }

  #settle(item: Item, notify: () => void, { isLate }: { readonly isLate: boolean } = { isLate: true }): void {
    if (!item.late) return
    clearTimeout(item.late)
    item.late = undefined
    item.call.signal?.removeEventListener('abort', item.abort)
    if (item.sent) item.sent.stream.forget(item.sent.id, { isLate })
    else if (this.#queue.delete(item.turn, item)) this.#waitingBytes -= streamedBytes(item.call)
    notify()
  }

  #turnOf(call: CallToStream): string {
    if (call.principal === '') return `without an account: ${call.turn ?? ''}`
    const known = this.#turns.get(call.principal)
    if (known !== undefined) return known
    const turn = turnOf(call.principal)
    if (this.#turns.size >= TURNS_KNOWN) this.#turns.clear()
    this.#turns.set(call.principal, turn)
    return turn
  }
}

const ALONE: Promise<StreamedAnswer> = Promise.resolve(undefined)

/** The token's account, unchecked: services verify the token, and ours come from auth. */
function turnOf(principal: string): string {
  try {
    const { sub, administrator } = decodeJwt<{ readonly administrator?: { readonly id?: unknown } }>(principal)
    return administrator ? `administrator ${String(administrator.id)}` : `account ${String(sub)}`
  } catch {
    return principal
  }
}

/** A stream's error as that of one of its calls. */
const unavailable = (error: ServiceError): ServiceError =>
  isRetryable(error) || KlaError.from(error).reason !== 'INTERNAL'
    ? error
    : statusError(Status.UNAVAILABLE, error.details)

const refusalOf = ({ reason, text, retryAfterMs }: StreamedRefusal): KlaError =>
  isReason(reason) ? new KlaError(reason, text, { retryAfterMs }) : new KlaError('INTERNAL')
