import { setTimeout as sleep } from 'node:timers/promises'
import {
  atMost, type Bus, type Database, FINISH_WITHIN_MS, type Implementation, type Logger, type Metrics, type Redis,
} from '@kla/chassis'
import type { IsBlocked } from '../blocks/join-check.js'
import type { Config } from '../config.js'
import type { SeatPointers } from '../seats/account-store.js'
import type { OpenReserved } from '../seats/open-reserved.js'
import type { Rooms } from '../seats/rooms.js'
import type { Keys } from './redis.js'

/** What the parts of the service are made from. */
export interface Ground {
  readonly config: Config
  readonly database: Database
  readonly redis: Redis
  readonly keys: Keys
  readonly bus: Bus
  readonly log: Logger
  readonly metrics: Metrics
  /** Unix milliseconds. */
  readonly now: () => number
  readonly rooms: Rooms
  readonly pointers: SeatPointers
  readonly openReserved: OpenReserved
  readonly blocked: IsBlocked
}

/** One family of RPCs with what runs beside them. */
export interface Part {
  readonly implementation: Implementation
  start?(): Promise<void>
  /** Finishes what is under way. */
  stop?(): Promise<void>
}

export interface Repeating {
  /** Waits for the run under way, if that ends in time. */
  stop(): Promise<void>
}

/**
 * Runs `work` again and again with a pause of about `intervalMs` between runs. The pause varies, so that no pod always
 * comes before another. A failure is logged once until it works again.
 */
export function every(intervalMs: number, name: string, work: () => Promise<void>, log: Logger): Repeating {
  const stopping = new AbortController()
  const loop = async (): Promise<void> => {
    let failing = false
    while (!stopping.signal.aborted) {
      try {
        await work()
        failing = false
      } catch (error) {
        if (!failing) log.warn({ err: error, name }, 'a sweep failed and will be repeated')
        failing = true
      }
      const pauseMs = intervalMs * (0.75 + Math.random() / 2)
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = loop()
  return {
    async stop() {
      stopping.abort()
      await atMost(FINISH_WITHIN_MS, running)
    },
  }
}
