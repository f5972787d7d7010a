import type { Bus, Database, Implementation, Logger, Metrics, Redis } from '@kla/chassis'
import type { Config } from './config.js'
import type { Blocked } from './domain/blocked.js'
import type { OpenReserved } from './room/open-reserved.js'
import type { Rooms } from './room/rooms.js'
import type { Keys } from './store/keys.js'
import type { SeatPointers } from './store/seat-pointers.js'

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
  readonly blocked: Blocked
}

/** One family of RPCs with what runs beside them. */
export interface Part {
  readonly implementation: Implementation
  start?(): Promise<void>
  /** Finishes what is under way. */
  stop?(): Promise<void>
}
