import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from './logger.js'
import { atMost, FINISH_WITHIN_MS } from './timeout.js'

/** Work that is done again and again, with a pause between. */
export interface Repeated {
  /** Does it now, or once more if it is under way. */
  poke(): void
  /** Ends after the work under way and what was asked for meanwhile, or without it if that does not end. */
  stop(): Promise<void>
}

/**
 * Does `work` at once and then every `everyMs` after it has ended. A round that fails is logged under `name`, and the
 * next one comes as if it had not.
 */
export function repeat(options: {
  name: string
  work: () => Promise<unknown>
  everyMs: number
  log: Logger
}): Repeated {
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
      await atMost(FINISH_WITHIN_MS, running)
    },
  }
}

export interface LookingOptions {
  /**
   * Every place is looked at after this at the latest, milliseconds. What is put down at a place is found in time if it
   * never falls due sooner than this.
   */
  readonly atMostMs: number
  /** A clock that never goes back, milliseconds. */
  readonly uptimeMs?: () => number
}

/**
 * Remembers where something falls due and when, as the last look there told: places where nothing can be due need not be
 * asked about many times a second.
 */
export interface Looking<Place> {
  /** Those of `places` that are to be looked at now. */
  due(places: readonly Place[]): Place[]
  /** A look there has succeeded; the next thing falls due in `nextInMs`, Infinity: nothing does. */
  looked(place: Place, nextInMs: number): void
}

export function createLooking<Place>({ atMostMs, uptimeMs = () => performance.now() }: LookingOptions): Looking<Place> {
  const lookAt = new Map<Place, number>()
  return {
    due: (places) => places.filter((place) => (lookAt.get(place) ?? 0) <= uptimeMs()),
    looked: (place, nextInMs) => void lookAt.set(place, uptimeMs() + Math.min(nextInMs, atMostMs)),
  }
}
