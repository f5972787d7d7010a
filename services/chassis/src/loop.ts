import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from './logger.js'
import { settleWithin, SHUTDOWN_TIMEOUT_MS } from './timeout.js'

export interface Loop {
  /** Runs a round now, or one more if a round is in flight. */
  poke(): void
  /** Resolves after the round in flight and one that was requested meanwhile, or after a timeout. */
  stop(): Promise<void>
}

/** Runs `work` at once and again `everyMs` after each round. A failed round is logged under `name`. */
export function repeat(options: { name: string; work: () => Promise<unknown>; everyMs: number; log: Logger }): Loop {
  const { name, work, everyMs, log } = options
  let stopping = false
  let poked = false
  let pause = new AbortController()
  const running = (async () => {
    while (!stopping || poked) {
      poked = false
      await work().catch((err: unknown) => log.warn({ err, work: name }, 'a round of repeated work failed'))
      if (stopping || poked) continue
      pause = new AbortController()
      await sleep(everyMs, undefined, { signal: pause.signal }).catch(() => undefined)
    }
  })()
  return {
    poke() {
      poked ||= !stopping
      pause.abort()
    },
    async stop() {
      stopping = true
      pause.abort()
      await settleWithin(SHUTDOWN_TIMEOUT_MS, running)
    },
  }
}

export interface PollScheduleOptions {
  /** Longest interval between two polls of a place, milliseconds. */
  readonly atMostMs: number
  /** Monotonic milliseconds. */
  readonly uptimeMs?: () => number
}

/** When each place's next entry is due, so that idle places are not polled many times a second. */
export interface PollSchedule<Place> {
  /** The places to poll now. */
  due(places: readonly Place[]): Place[]
  /** Records a successful poll; `nextInMs` is Infinity if nothing is due. */
  looked(place: Place, nextInMs: number): void
}

export function createPollSchedule<Place>({
  atMostMs,
  uptimeMs = () => performance.now(),
}: PollScheduleOptions): PollSchedule<Place> {
  const lookAt = new Map<Place, number>()
  return {
    due: (places) => places.filter((place) => (lookAt.get(place) ?? 0) <= uptimeMs()),
    looked: (place, nextInMs) => void lookAt.set(place, uptimeMs() + Math.min(nextInMs, atMostMs)),
  }
}
