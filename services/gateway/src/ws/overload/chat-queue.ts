import type { Logger } from '@kla/chassis'
import type { RealtimeMetrics } from '../metrics.js'
import type { Warn } from '../rare-warnings.js'
import { Fifo, type Waiting } from './fifo.js'

export interface ChatQueueDeps {
  readonly metrics: Pick<RealtimeMetrics, 'messagesDeferred' | 'messagesShed'>
  readonly warn: Warn
  readonly log: Pick<Logger, 'error'>
  /** Reads a monotonic clock in milliseconds. */
  readonly now?: () => number
  /** Runs `work` in the event loop's next turn, after what has arrived. */
  readonly nextTurn?: (work: () => void) => void
}

/** A chat message that may wait. */
export interface DeferredMessage {
  deliver(): void
  /** Refuses a late message; absent if it may not be refused. */
  refuse?(): void
}

const TICK_MS = 20
const LATE_MS = 50
/** Time per turn, before other arrivals are served. */
const TURN_MS = 10
/** Messages that may wait, about 5 MB. */
const WAITING_MAX = 10_000
/** Time after which the writer gets an error instead. */
const DEADLINE_MS = 2_000
/** Messages between two readings of the clock. */
const LOOK_EVERY = 16

interface Deferred extends Waiting {
  readonly message: DeferredMessage
  readonly sinceMs: number
}

/**
 * Defers chat while the event loop is late. Messages wait for short turns, in order, so that battles, calls and the
 * lease are served in between. One that cannot be delivered in time is shed, and its writer gets an error.
 */
export class ChatQueue {
  readonly #now: () => number
  readonly #nextTurn: (work: () => void) => void
  readonly #queue = new Fifo<Deferred>()
  #tickedAtMs: number
  #timer: NodeJS.Timeout | undefined
  #isWorking = false

  constructor(private readonly deps: ChatQueueDeps) {
    this.#now = deps.now ?? (() => performance.now())
    this.#nextTurn = deps.nextTurn ?? ((work) => void setImmediate(work))
    this.#tickedAtMs = this.#now()
  }

  get waiting(): number {
    return this.#queue.waiting
  }

  start(): void {
    this.tick()
    this.#timer = setInterval(() => this.tick(), TICK_MS)
  }

  tick(): void {
    this.#tickedAtMs = this.#now()
  }

  /** Stops the timer; waiting messages are still delivered. */
  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  isClear(): boolean {
    return this.waiting === 0 && (this.#timer === undefined || this.#now() - this.#tickedAtMs < LATE_MS)
  }

  defer(message: DeferredMessage): void {
    this.deps.metrics.messagesDeferred.inc()
    if (message.refuse && this.waiting >= WAITING_MAX) return this.#shed(message)
    this.#queue.push({ message, sinceMs: this.#now(), isWaiting: true })
    if (this.#isWorking) return
    this.#isWorking = true
    this.#nextTurn(() => this.#work())
  }

  #work(): void {
    const startMs = this.#now()
    for (let served = 1; ; served++) {
      const deferred = this.#queue.take()
      if (!deferred) break
      this.#serve(deferred, startMs)
      if (served % LOOK_EVERY === 0 && this.#now() - startMs >= TURN_MS) break
    }
    this.#isWorking = this.waiting > 0
    if (this.#isWorking) this.#nextTurn(() => this.#work())
  }

  #serve({ message, sinceMs }: Deferred, nowMs: number): void {
    if (message.refuse && nowMs - sinceMs > DEADLINE_MS) return this.#shed(message)
    try {
      message.deliver()
    } catch (error) {
      this.#failed(error)
    }
  }

  #shed(message: DeferredMessage): void {
    const { metrics, warn } = this.deps
    metrics.messagesShed.inc()
    try {
      message.refuse?.()
    } catch (error) {
      this.#failed(error)
    }
    warn({ waiting: this.waiting }, 'chat messages were refused because this gateway is overloaded')
  }

  /** A message that fails does not keep others from delivery. */
  #failed(error: unknown): void {
    this.deps.log.error({ err: error }, 'a deferred chat message failed')
  }
}
