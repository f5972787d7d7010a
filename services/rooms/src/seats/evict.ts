import { KlaError, type Bus, type FactConsumer, type Logger, type Subscribed } from '@kla/chassis'
import { AgeChanged, RestrictionsChanged, subjects } from '@kla/proto'
import type { BanScope } from '@kla/proto/web'
import { setTimeout as sleep } from 'node:timers/promises'
import { seatOf } from '../shared/rules/room.js'
import type { RestrictionStore, SeatPointers } from './account-store.js'
import type { RoomsMetrics } from './metrics.js'
import type { Rooms } from './rooms.js'
import { isConflict } from './rules/outcome.js'

interface Restriction {
  readonly scope: string
  /** Unix milliseconds; 0: for good. */
  readonly untilMs: number
}

/** An account's restrictions as of a version of its bans. */
export interface Restrictions {
  readonly accountId: number
  readonly version: number
  readonly restrictions: readonly Restriction[]
}

/** Whether an account's age verdict is locked, as of a revision of it. */
export interface AgeLock {
  readonly accountId: number
  readonly revision: number
  readonly locked: boolean
}

/** Takes the seats of accounts to which rooms are closed. Idempotent; any pod may do it. */
export interface Eviction {
  readonly applyRestrictions: (restrictions: Restrictions) => Promise<void>
  readonly applyAgeLock: (lock: AgeLock) => Promise<void>
}

export interface EvictionDeps {
  readonly restrictions: RestrictionStore
  readonly pointers: Pick<SeatPointers, 'find'>
  readonly rooms: Pick<Rooms, 'load' | 'execute'>
  /** Ends the account's search for a match. */
  readonly endSearch: (accountId: number) => Promise<unknown>
  readonly metrics: Pick<RoomsMetrics, 'evicted'>
}

const PAUSE_MS = 25

/**
 * First the restriction is stored, after which the account gets no new claim. Then the seat is given up that the last claim
 * led to, or may still lead to until it expires (two seconds, if its pod has died).
 */
export function createEviction({ restrictions: store, pointers, rooms, endSearch, metrics }: EvictionDeps): Eviction {
  return {
    async applyRestrictions({ accountId, version, restrictions }) {
      if (await store.setBan(accountId, version, roomsBannedUntil(restrictions))) await evict(accountId)
    },
    async applyAgeLock({ accountId, revision, locked }) {
      if (await store.setAgeLock(accountId, revision, locked)) await evict(accountId)
    },
  }

  async function evict(accountId: number): Promise<void> {
    await endSearch(accountId)
    for (;;) {
      // Read before the room, so that a seat taken while the claim was pending is seen.
      const pointer = await pointers.find(accountId)
      if (!pointer) return
      const loaded = await rooms.load(pointer.roomId)
      const seat = loaded.room && seatOf(loaded.room, accountId)
      // A slow pod must not take a seat that the account took after the ban or lock was lifted.
      if ((await store.findRefusal(accountId)) === undefined) return
      if (seat) {
        const left = await rooms.execute(pointer.roomId, { kind: 'leave', accountId, onlyUnder: seat.claim }, { loaded })
        if (isConflict(left)) throw new KlaError('CONFLICT')
        if (left !== 'late' && 'room' in left) return metrics.evicted.inc()
      } else if (!pointer.pending) return
      await sleep(PAUSE_MS)
    }
  }
}

/** Later than any ban that ends, and exact as a number in Lua too. */
export const FOR_GOOD_MS = Number.MAX_SAFE_INTEGER

const ROOMS_SCOPES: ReadonlySet<string> = new Set<BanScope>(['global', 'rooms'])

/** Unix milliseconds; 0: not banned from rooms. */
export const roomsBannedUntil = (restrictions: readonly Restriction[]): number =>
  Math.max(
    0,
    ...restrictions
      .filter(({ scope }) => ROOMS_SCOPES.has(scope))
      .map(({ untilMs }) => (untilMs === 0 ? FOR_GOOD_MS : untilMs)),
  )

interface EvictingEvent {
  readonly subject: string
  /** Of the durable consumer that all pods share. */
  readonly suffix: string
  readonly apply: (data: Uint8Array, eviction: Eviction) => Promise<void>
}

const EVENTS: readonly EvictingEvent[] = [
  {
    subject: subjects.factRestrictionsChanged,
    suffix: '',
    apply: (data, { applyRestrictions }) => applyRestrictions(RestrictionsChanged.decode(data)),
  },
  {
    subject: subjects.factAgeChanged,
    suffix: '-ages',
    apply: (data, { applyAgeLock }) => applyAgeLock(AgeChanged.decode(data)),
  },
]

/** From the stream: one pod handles each event, at least once. */
export const consumeEvictions = (bus: Bus, durable: string, eviction: Eviction): Promise<FactConsumer[]> =>
  Promise.all(
    EVENTS.map(({ subject, suffix, apply }) =>
      bus.consumeFacts({ subject, durable: `${durable}${suffix}` }, ({ data }) => apply(data, eviction)),
    ),
  )

/** As published, by every pod: events of the stream wait for each other, and for pods that have died. */
export const subscribeToEvictions = (bus: Bus, eviction: Eviction, log: Logger): Promise<Subscribed[]> =>
  Promise.all(
    EVENTS.map(({ subject, apply }) =>
      bus.subscribe(subject, ({ data }) => {
        apply(data, eviction).catch((err: unknown) => log.warn({ err, subject }, 'eviction is left to the stream'))
      }),
    ),
  )
