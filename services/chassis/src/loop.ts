import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from './logger.js'
import { settleWithin, SHUTDOWN_TIMEOUT_MS } from './timeout.js'

/** A task repeated until it is stopped. */
export interface Loop {
  /** Runs a round now, or one more if a round is in flight. */
  poke(): void
  /** Resolves after rounds in flight, or a timeout. */
  stop(): Promise<void>
}

/** Share of a pause by which it varies either way, so that pods do not keep in step. */
const JITTER = 0.25

/**
 * Runs `work` at once and about `everyMs` after each round. Logs the first of successive failures. The signal is aborted
 * when the loop stops.
 */
export function repeat(options: {
  name: string
  work: (stopping: AbortSignal) => Promise<unknown>
  everyMs: number
  log: Logger
}): Loop {
  const { name, work, everyMs, log } = options
  const leaving = new AbortController()
  let poked = false
  let failing = false
  let pause = new AbortController()
  const round = async (): Promise<void> => {
    try {
      await work(leaving.signal)
      failing = false
    } catch (err) {
      if (!failing) log.warn({ err, work: name }, 'repeated work failed')
      failing = true
    }
  }
  const running = (async () => {
    while (!leaving.signal.aborted || poked) {
      poked = false
      await round()
      if (leaving.signal.aborted || poked) continue
      pause = new AbortController()
      await sleep(everyMs * (1 + JITTER * (2 * Math.random() - 1)), undefined, { signal: pause.signal }).catch(
        () => undefined,
      )
    }
  })()
  return {
    poke() {
      poked ||= !leaving.signal.aborted
      pause.abort()
    },
    async stop() {
      leaving.abort()
      pause.abort()
      await settleWithin(SHUTDOWN_TIMEOUT_MS, running)
    },
  }
}

export interface PollScheduleOptions {
  /** Longest interval between polls, milliseconds. */
  readonly atMostMs: number
  readonly uptimeMs?: () => number
}

/** When each place is next due, so that idle places are rarely polled. */
export interface PollSchedule<Place> {
  due(places: readonly Place[]): Place[]
  /** Records a poll; Infinity if nothing is due. */
  looked(place: Place, nextInMs: number): void
}

export function createPollSchedule<Place>({
  atMostMs,
  uptimeMs = () => performance.now(),
}: PollScheduleOptions): PollSchedule<Place> {
  const pollAt = new Map<Place, number>()
  return {
    due: (places) => places.filter((place) => (pollAt.get(place) ?? 0) <= uptimeMs()),
    looked: (place, nextInMs) => void pollAt.set(place, uptimeMs() + Math.min(nextInMs, atMostMs)),
  }
}
