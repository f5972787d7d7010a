import type { Clock } from './clock.js'

/** Silence after a question, before the client probes. */
const ANSWER_SLOW_MS = 3_000
/** Deadline of a probe's answer; doubles for each connection in a row without one. */
const PROBE_WITHIN_MS = 3_000
const PROBE_WITHIN_MAX_MS = 24_000
const LATE_MS = 500
const LOOK_EVERY_MS = 1_000
/** Later timers were held back: this process was busy. */
const HELD_BACK_MS = 1_500

export interface LivenessOptions {
  readonly clock: Clock
  readonly probe: () => void
  readonly dead: () => void
}

/** Notices that a connection is silent, as pages do: by the announced interval, and by probes. */
export interface Liveness {
  begin(): void
  end(): void
  heard(): void
  announced(withinMs: number): void
  asked(): void
  /** Unix milliseconds of the last frame. */
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
