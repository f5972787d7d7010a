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

/** Longest pause after a failed round, so that one failure does not count for hours. */
const RETRY_WITHIN_MS = 300_000
const WARN_EVERY_MS = 600_000

/** Loops of this process, for its metrics. */
const running = new Set<{ readonly name: string; failingMs(): number }>()

/** The time since the first of successive failures, seconds by the name of the work; 0: its last round succeeded. */
export function failingWork(): ReadonlyMap<string, number> {
  const seconds = new Map<string, number>()
  for (const { name, failingMs } of running) seconds.set(name, Math.max(seconds.get(name) ?? 0, failingMs() / 1_000))
  return seconds
}

/**
 * Runs `work` at once and about `everyMs` after each round, sooner after a failure. Logs the first of successive
 * failures, and again every ten minutes. The signal is aborted when the loop stops.
 */
export function repeat(options: {
  /** A label of metrics, so from a closed set. */
  name: string
  work: (stopping: AbortSignal) => Promise<unknown>
  everyMs: number
  log: Logger
  uptimeMs?: () => number
}): Loop {
  const { name, work, everyMs, log, uptimeMs = () => performance.now() } = options
  const leaving = new AbortController()
  let poked = false
  let failingSince: number | undefined
  let warnedAt = -Infinity
  let pause = new AbortController()
  const round = async (): Promise<void> => {
    try {
      await work(leaving.signal)
      failingSince = undefined
      warnedAt = -Infinity
    } catch (err) {
      failingSince ??= uptimeMs()
      if (uptimeMs() - warnedAt < WARN_EVERY_MS) return
      warnedAt = uptimeMs()
      log.warn({ err, work: name }, 'repeated work failed')
    }
  }
  const measured = { name, failingMs: () => (failingSince === undefined ? 0 : uptimeMs() - failingSince) }
  running.add(measured)
  const rounds = (async () => {
    while (!leaving.signal.aborted || poked) {
      poked = false
      await round()
      if (leaving.signal.aborted || poked) continue
      pause = new AbortController()
      const pauseMs = failingSince === undefined ? everyMs : Math.min(everyMs, RETRY_WITHIN_MS)
      await sleep(pauseMs * (1 + JITTER * (2 * Math.random() - 1)), undefined, { signal: pause.signal }).catch(
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
      running.delete(measured)
      await settleWithin(SHUTDOWN_TIMEOUT_MS, rounds)
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
