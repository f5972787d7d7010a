import type { Clock } from './clock.js'

/** Time without any frame after a question before the page probes. */
const ANSWER_SLOW_MS = 3_000
/** Deadline of the answer to a probe; doubled for each connection in a row that gave none, to spare a busy gateway. */
export const PROBE_WITHIN_MS = 3_000
const PROBE_WITHIN_MAX_MS = 24_000
/** How late a frame may be after the gateway's interval. */
const LATE_MS = 500
/** Short, so that a machine that has slept notices soon. */
const LOOK_EVERY_MS = 1_000
/** Timers later than this were held back by sleep or in a hidden tab. */
const HELD_BACK_MS = 1_500

interface LivenessOptions {
  clock: Clock
  probe: () => void
  /** Called when nothing has come although it was asked for. */
  dead: () => void
}

/** Notices a silent connection by the gateway's announced interval and by probes. Knows one connection at a time. */
interface Liveness {
  /** Notes that a connection is open. */
  begin(): void
  end(): void
  /** Notes that a frame has come. */
  heard(): void
  /** Notes that the gateway sends a frame at least this often. */
  announced(withinMs: number): void
  /** Notes that something was sent that is answered. */
  asked(): void
  /** Probes now, because the network may have changed or the machine slept. */
  check(): void
  /** Time of the last frame, Unix milliseconds. */
  heardAt(): number
}

export function createLiveness({ clock, probe, dead }: LivenessOptions): Liveness {
  let heardAt = 0
  let askedAt: number | null = null
  let withinMs = Infinity
  let deaths = 0
  let stopLooking = () => {}
  let stopProbing: (() => void) | null = null

  const endProbe = () => {
    stopProbing?.()
    stopProbing = null
  }

  const ask = (isLastTry = false) => {
    endProbe()
    probe()
    const patience = Math.min(PROBE_WITHIN_MS * 2 ** deaths, PROBE_WITHIN_MAX_MS)
    const until = clock.now() + patience
    stopProbing = clock.after(patience, () => {
      stopProbing = null
      // What came meanwhile may not have been read yet.
      if (!isLastTry && clock.now() - until > HELD_BACK_MS) return ask(true)
      deaths += 1
      dead()
    })
  }

  const look = () => {
    const now = clock.now()
    // The machine's clock may be set back.
    heardAt = Math.min(heardAt, now)
    const left = Math.min(heardAt + withinMs + LATE_MS, askedAt === null ? Infinity : askedAt + ANSWER_SLOW_MS) - now
    if (left <= 0 && stopProbing === null) ask()
    stopLooking = clock.after(left > 0 ? Math.min(left, LOOK_EVERY_MS) : LOOK_EVERY_MS, look)
  }

  const end = () => {
    stopLooking()
    endProbe()
    askedAt = null
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
      askedAt = null
      deaths = 0
      endProbe()
    },
    announced: (ms) => void (withinMs = ms),
    asked: () => void (askedAt ??= clock.now()),
    check: () => ask(),
    heardAt: () => heardAt,
  }
}
