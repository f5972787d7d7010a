import type { RealtimeMetrics } from '../metrics.js'
import type { Warn } from '../rare-warnings.js'

export interface LineTurnsDeps {
  readonly metrics: Pick<RealtimeMetrics, 'linesDeferred' | 'linesShed'>
  readonly warn: Warn
  /** Clock in monotonic milliseconds. */
  readonly now?: () => number
  /** Runs `work` in the next turn of the event loop, after what has arrived by then. */
  readonly nextTurn?: (work: () => void) => void
}

export interface Line {
  /** Delivers the message; must not throw. */
  run(): void
  /** Refuses a message that waited too long or is one too many. Absent if it may not be refused. */
  shed?(): void
}

/** The event loop is late when its timer is. */
const TICK_MS = 20
const LATE_MS = 50
/** Time per turn for waiting messages, before other arrivals are served. */
const TURN_MS = 10
/** Messages that may wait, about 5 MB. */
const WAITING_MAX = 10_000
/** Time after which the writer gets an error instead. */
const WAIT_MAX_MS = 2_000
/** Messages between two readings of the clock. */
const LOOK_EVERY = 16

/**
 * Defers chat under load. While the event loop keeps up, messages are delivered on arrival. Once it is late, they wait
 * and are served in order in short turns, so that battles, calls and the lease are served in between. A message that
 * cannot be served in time is shed, and its writer gets an error.
 */
export class LineTurns {
  readonly #now: () => number
  readonly #nextTurn: (work: () => void) => void
  #waiting: { readonly line: Line; readonly atMs: number }[] = []
  #next = 0
  #tickedAtMs: number
  #timer: NodeJS.Timeout | undefined
  #isWorking = false

  constructor(private readonly deps: LineTurnsDeps) {
    this.#now = deps.now ?? (() => performance.now())
    this.#nextTurn = deps.nextTurn ?? ((work) => void setImmediate(work))
    this.#tickedAtMs = this.#now()
  }

  get waiting(): number {
    return this.#waiting.length - this.#next
  }

  start(): void {
    this.tick()
    this.#timer = setInterval(() => this.tick(), TICK_MS)
  }

  tick(): void {
    this.#tickedAtMs = this.#now()
  }

  /** Stops the timer; waiting messages are still served. */
  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** True if the event loop is on time and no message waits. */
  isClear(): boolean {
    return this.waiting === 0 && (this.#timer === undefined || this.#now() - this.#tickedAtMs < LATE_MS)
  }

  defer(line: Line): void {
    const { metrics } = this.deps
    metrics.linesDeferred.inc()
    if (line.shed && this.waiting >= WAITING_MAX) {
      this.#shed(line)
      return
    }
    this.#waiting.push({ line, atMs: this.#now() })
    if (this.#isWorking) return
    this.#isWorking = true
    this.#nextTurn(() => this.#work())
  }

  #work(): void {
    const startMs = this.#now()
    for (let served = 1; this.#next < this.#waiting.length; served++) {
      const { line, atMs } = this.#waiting[this.#next] as { line: Line; atMs: number }
      this.#next += 1
      if (line.shed && startMs - atMs > WAIT_MAX_MS) this.#shed(line)
      else line.run()
      if (served % LOOK_EVERY === 0 && this.#now() - startMs >= TURN_MS) break
    }
    if (this.waiting === 0) {
      this.#waiting = []
      this.#next = 0
      this.#isWorking = false
      return
    }
    if (this.#next > WAITING_MAX) {
      this.#waiting = this.#waiting.slice(this.#next)
      this.#next = 0
    }
    this.#nextTurn(() => this.#work())
  }

  #shed(line: Line): void {
    const { metrics, warn } = this.deps
    metrics.linesShed.inc()
    line.shed?.()
    warn({ waiting: this.waiting }, 'chat lines were refused because this gateway is overloaded')
  }
}
