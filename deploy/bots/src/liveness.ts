import type { Clock } from './clock.js'

/** An awaited answer: without any frame for this long after the question the client probes. */
const ANSWER_SLOW_MS = 3_000
/** Deadline of the answer to a probe; doubled for each connection in a row that gave none. */
const PROBE_WITHIN_MS = 3_000
const PROBE_WITHIN_MAX_MS = 24_000
/** How late a frame at the gateway's interval may be. */
const LATE_MS = 500
const LOOK_EVERY_MS = 1_000
/** Timers later than this were held back: this process was busy, and may not have read what has come. */
const HELD_BACK_MS = 1_500

export interface LivenessOptions {
  readonly clock: Clock
  readonly probe: () => void
  /** Called when nothing has come although it was asked for. */
  readonly dead: () => void
}

/**
 * Notices that a connection is silent, as pages do: by the interval that the gateway announces, and by probes. Knows one
 * connection at a time.
 */
export interface Liveness {
  /** A connection is open. */
  begin(): void
  end(): void
  /** A frame has come. */
  heard(): void
  /** The gateway sends a frame at least this often. */
  announced(withinMs: number): void
  /** Something was sent that is answered. */
  asked(): void
  /** When the last frame came, Unix milliseconds. */
  heardAt(): number
}

export function createLiveness({ clock, probe, dead }: LivenessOptions): Liveness {
  let heardAt = 0
  let askedAt = Infinity
  let withinMs = Infinity
  let deaths = 0
  let stopLooking = (): void => undefined
  let stopProbing: (() => void) | undefined

  const endProbe = (): void => {
    stopProbing?.()
    stopProbing = undefined
  }

  const ask = (isLastTry = false): void => {
    probe()
    const patienceMs = Math.min(PROBE_WITHIN_MS * 2 ** deaths, PROBE_WITHIN_MAX_MS)
    const untilMs = clock.now() + patienceMs
    stopProbing = clock.after(patienceMs, () => {
      if (!isLastTry && clock.now() - untilMs > HELD_BACK_MS) return ask(true)
      deaths += 1
      end()
      dead()
    })
  }

  const look = (): void => {
    const now = clock.now()
    const leftMs = Math.min(heardAt + withinMs + LATE_MS, askedAt + ANSWER_SLOW_MS) - now
    if (leftMs <= 0 && !stopProbing) ask()
    stopLooking = clock.after(leftMs > 0 ? Math.min(leftMs, LOOK_EVERY_MS) : LOOK_EVERY_MS, look)
  }

  const end = (): void => {
    stopLooking()
    endProbe()
    askedAt = Infinity
    withinMs = Infinity
  }

  return {
    begin() {
      end()
      heardAt = clock.now()
      look()
      probe()
    },
    end,
    heard() {
      heardAt = clock.now()
      askedAt = Infinity
      deaths = 0
      endProbe()
    },
    announced: (ms) => void (withinMs = ms),
    asked: () => void (askedAt = Math.min(askedAt, clock.now())),
    heardAt: () => heardAt,
  }
}
