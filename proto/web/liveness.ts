/** Time without any frame after a question before a client probes. */
const ANSWER_SLOW_MS = 3_000
/** Deadline of a probe's answer; doubles with each silent connection in a row, to spare a busy gateway. */
const PROBE_WITHIN_MS = 3_000
const PROBE_WITHIN_MAX_MS = 24_000
/** How late a frame may be after the gateway's interval. */
const LATE_MS = 500
/** Short, so that a machine that has slept notices soon. */
const LOOK_EVERY_MS = 1_000
/** Timers later than this were held back by sleep, a hidden tab or a busy process. */
const HELD_BACK_MS = 1_500

/** Times are Unix milliseconds. */
interface LivenessClock {
  now(): number
  /** Returns the cancel function. */
  after(delayMs: number, run: () => void): () => void
}

/** What `createLiveness` needs: a clock, a way to probe, and what a dead connection means. */
export interface LivenessOptions {
  readonly clock: LivenessClock
  readonly probe: () => void
  /** Called when a probe has had no answer in time. */
  readonly dead: () => void
}

/** Notices a silent connection by the gateway's announced interval and by probes; knows one connection at a time. */
export interface Liveness {
  begin(): void
  end(): void
  /** Notes that a frame has come. */
  heard(): void
  /** Notes that the gateway sends a frame at least this often. */
  announced(withinMs: number): void
  /** Notes that an answer is due. */
  asked(): void
  /** Probes now, as the network may have changed or the machine slept. */
  check(): void
  /** Time of the last frame, Unix milliseconds. */
  heardAt(): number
}

/** Makes the liveness check of a client, which pages and bots share. */
export function createLiveness({ clock, probe, dead }: LivenessOptions): Liveness {
  let heardAt = 0
  let askedAt: number | null = null
  let withinMs = Infinity
  let deaths = 0
  let stopLooking = (): void => undefined
  let stopProbing: (() => void) | null = null

  const endProbe = (): void => {
    stopProbing?.()
    stopProbing = null
  }

  const ask = (isLastTry = false): void => {
    endProbe()
    probe()
    const deadlineMs = Math.min(PROBE_WITHIN_MS * 2 ** deaths, PROBE_WITHIN_MAX_MS)
    const until = clock.now() + deadlineMs
    stopProbing = clock.after(deadlineMs, () => {
      stopProbing = null
      // What came meanwhile may not have been read yet.
      if (!isLastTry && clock.now() - until > HELD_BACK_MS) return ask(true)
      deaths += 1
      end()
      dead()
    })
  }

  const look = (): void => {
    const now = clock.now()
    // The machine's clock may be set back.
    heardAt = Math.min(heardAt, now)
    const leftMs = Math.min(heardAt + withinMs + LATE_MS, askedAt === null ? Infinity : askedAt + ANSWER_SLOW_MS) - now
    if (leftMs <= 0 && stopProbing === null) ask()
    stopLooking = clock.after(leftMs > 0 ? Math.min(leftMs, LOOK_EVERY_MS) : LOOK_EVERY_MS, look)
  }

  const end = (): void => {
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
