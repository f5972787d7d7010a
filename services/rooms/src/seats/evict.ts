import { setTimeout as sleep } from 'node:timers/promises'
import { type Bus, type FactConsumer, KlaError, type Logger, type Subscribed } from '@kla/chassis'
import { AgeChanged, RestrictionsChanged, subjects } from '@kla/proto'
import type { BanScope } from '@kla/proto/web'
import { seatOf } from '../shared/rules/room.js'
import type { Bars, SeatPointers } from './account-store.js'
import type { RoomsMetrics } from './metrics.js'
import type { Rooms } from './rooms.js'

/** Something that an account may not do, until `untilMs` (Unix milliseconds; 0: for good). */
interface Restriction {
  readonly scope: string
  readonly untilMs: number
}

/** Later than any ban that ends, and exact as a number everywhere. */
export const FOR_GOOD_MS = Number.MAX_SAFE_INTEGER

const CLOSING_ROOMS: ReadonlySet<string> = new Set<BanScope>(['global', 'rooms'])

/** Until when rooms are closed to somebody, Unix milliseconds; 0: they are not. */
export const barredUntil = (restrictions: readonly Restriction[]): number =>
  Math.max(
    0,
    ...restrictions
      .filter(({ scope }) => CLOSING_ROOMS.has(scope))
      .map(({ untilMs }) => (untilMs === 0 ? FOR_GOOD_MS : untilMs)),
  )

interface EvictionOptions {
  readonly bars: Pick<Bars, 'put' | 'putAge' | 'closedBy'>
  readonly pointers: Pick<SeatPointers, 'find'>
  readonly rooms: Pick<Rooms, 'load' | 'execute'>
  /** Ends the search of somebody to whom rooms are closed. */
  readonly endSearch: (accountId: number) => Promise<unknown>
  readonly metrics: Pick<RoomsMetrics, 'evicted'>
}

/** What an account may not do, as of a version of its bans. */
interface Standing {
  readonly accountId: number
  readonly version: number
  readonly restrictions: readonly Restriction[]
}

/** Whether an account's age verdict is locked, as of a revision of it. */
interface AgeLock {
  readonly accountId: number
  readonly revision: number
  readonly locked: boolean
}

interface Eviction {
  /** Takes the seat of an account that a ban closes rooms to. */
  readonly banned: (standing: Standing) => Promise<void>
  /** Takes the seat of an account that has declared to be under 18. */
  readonly underAge: (lock: AgeLock) => Promise<void>
}

const PAUSE_MS = 25

/**
 * Takes the seat of somebody to whom rooms are closed, as if it had left. First the bar is noted, under which nobody
 * gets a new claim; then the seat is given up that the last claim led to, or may still lead to while it runs (two
 * seconds, if its pod has died). May be done by any pod, and again.
 */
export function createEviction({ bars, pointers, rooms, endSearch, metrics }: EvictionOptions): Eviction {
  const evict = async (accountId: number): Promise<void> => {
    await endSearch(accountId)
    for (;;) {
      // Read before the room is: a seat that was taken while the claim ran is seen then.
      const pointer = await pointers.find(accountId)
      if (!pointer) return
      const loaded = await rooms.load(pointer.roomId)
      const seat = loaded.room && seatOf(loaded.room, accountId)
      // Every pod evicts, some late: a seat that an account takes after the ban or lock was lifted is not this one's to take.
      if ((await bars.closedBy(accountId)) === undefined) return
      if (seat) {
        const left = await rooms.execute(pointer.roomId, { kind: 'leave', accountId, onlyUnder: seat.claim }, { loaded })
        if (left === 'late' || ('refused' in left && left.refused === 'CONFLICT')) throw new KlaError('CONFLICT')
        if ('room' in left) return metrics.evicted.inc()
      } else if (!pointer.pending) return
      await sleep(PAUSE_MS)
    }
  }

  return {
    async banned({ accountId, version, restrictions }) {
      if (await bars.put(accountId, version, barredUntil(restrictions))) await evict(accountId)
    },
    async underAge({ accountId, revision, locked }) {
      if (await bars.putAge(accountId, revision, locked)) await evict(accountId)
    },
  }
}

interface Closing {
  readonly subject: string
  /** Behind the name of the durable consumer that all pods share. */
  readonly suffix: string
  readonly apply: (data: Uint8Array, eviction: Eviction) => Promise<void>
}

/** What closes rooms to an account: bans, and locked age verdicts. */
const CLOSINGS: readonly Closing[] = [
  {
    subject: subjects.factRestrictionsChanged,
    suffix: '',
    apply: (data, { banned }) => banned(RestrictionsChanged.decode(data)),
  },
  { subject: subjects.factAgeChanged, suffix: '-ages', apply: (data, { underAge }) => underAge(AgeChanged.decode(data)) },
]

/** As events of the stream: each is handled by one pod, and surely by one. */
export const consumeClosings = (bus: Bus, durable: string, eviction: Eviction): Promise<FactConsumer[]> =>
  Promise.all(
    CLOSINGS.map(({ subject, suffix, apply }) =>
      bus.consumeFacts({ subject, durable: `${durable}${suffix}` }, ({ data }) => apply(data, eviction)),
    ),
  )

/** The same as they are published, by every pod at once: events of a stream wait for one another, and for pods that have died. */
export const receiveClosings = (bus: Bus, eviction: Eviction, log: Logger): Promise<Subscribed[]> =>
  Promise.all(
    CLOSINGS.map(({ subject, apply }) =>
      bus.subscribe(subject, ({ data }) => {
        apply(data, eviction).catch((error: unknown) =>
          log.warn({ err: error, subject }, 'an eviction waits for its event'),
        )
      }),
    ),
  )
