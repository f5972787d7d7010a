import { setTimeout as sleep } from 'node:timers/promises'
import { type Bus, type EventConsumer, KlaError, type Logger, type Subscribed } from '@kla/chassis'
import { AgeChanged, RestrictionsChanged, subjects } from '@kla/proto'
import type { BanScope } from '@kla/proto/web'
import { seatOf } from '../shared/rules/room.js'
import type { RestrictionStore, SeatPointers } from './account-store.js'
import type { RoomsMetrics } from './metrics.js'
import type { Rooms } from './rooms.js'
import { isConflict } from './rules/outcome.js'

interface Restriction {
  readonly scope: string
  readonly untilMs: number
}

/** A change of an account's ban. */
export interface Restrictions {
  readonly accountId: number
  readonly version: number
  readonly restrictions: readonly Restriction[]
}

/** A change of an account's age lock. */
export interface AgeLock {
  readonly accountId: number
  readonly revision: number
  readonly locked: boolean
}

/** Applies bans and age locks. */
export interface Eviction {
  readonly applyRestrictions: (restrictions: Restrictions) => Promise<void>
  readonly applyAgeLock: (lock: AgeLock) => Promise<void>
}

export interface EvictionDeps {
  readonly restrictions: RestrictionStore
  readonly pointers: Pick<SeatPointers, 'find'>
  readonly rooms: Pick<Rooms, 'load' | 'execute'>
  readonly endSearch: (accountId: number) => Promise<unknown>
  readonly metrics: Pick<RoomsMetrics, 'evicted'>
}

const PAUSE_MS = 25

/** Stops new claims, then frees the last seat. */
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
      // Sees a seat taken under a pending claim.
      const pointer = await pointers.find(accountId)
      if (!pointer) return
      const loaded = await rooms.load(pointer.roomId)
      const seat = loaded.room && seatOf(loaded.room, accountId)
      // The account may have returned after the restriction.
      if ((await store.findRefusal(accountId)) === undefined) return
      if (seat) {
        const left = await rooms.execute(
          pointer.roomId,
          { kind: 'leave', accountId, onlyUnder: seat.claim },
          { loaded },
        )
        if (isConflict(left)) throw new KlaError('CONFLICT')
        if (left !== 'late' && 'room' in left) return metrics.evicted.inc()
      } else if (!pointer.pending) return
      await sleep(PAUSE_MS)
    }
  }
}

/** Largest exact integer in Lua. */
export const PERMANENT_MS = Number.MAX_SAFE_INTEGER

const ROOMS_SCOPES: ReadonlySet<string> = new Set<BanScope>(['global', 'rooms'])

export const roomsBannedUntil = (restrictions: readonly Restriction[]): number =>
  Math.max(
    0,
    ...restrictions
      .filter(({ scope }) => ROOMS_SCOPES.has(scope))
      .map(({ untilMs }) => (untilMs === 0 ? PERMANENT_MS : untilMs)),
  )

interface EvictingEvent {
  readonly subject: string
  readonly suffix: string
  readonly apply: (data: Uint8Array, eviction: Eviction) => Promise<void>
}

const EVENTS: readonly EvictingEvent[] = [
  {
    subject: subjects.eventRestrictionsChanged,
    suffix: '',
    apply: (data, { applyRestrictions }) => applyRestrictions(RestrictionsChanged.decode(data)),
  },
  {
    subject: subjects.eventAgeChanged,
    suffix: '-ages',
    apply: (data, { applyAgeLock }) => applyAgeLock(AgeChanged.decode(data)),
  },
]

/** Handles each event at least once. */
export const consumeEvictions = (bus: Bus, durable: string, eviction: Eviction): Promise<EventConsumer[]> =>
  Promise.all(
    EVENTS.map(({ subject, suffix, apply }) =>
      bus.consumeEvents({ subject, durable: `${durable}${suffix}` }, ({ data }) => apply(data, eviction)),
    ),
  )

/** Reaches every pod: a dead one may delay stream events. */
export const subscribeToEvictions = (bus: Bus, eviction: Eviction, log: Logger): Promise<Subscribed[]> =>
  Promise.all(
    EVENTS.map(({ subject, apply }) =>
      bus.subscribe(subject, ({ data }) => {
        apply(data, eviction).catch((err: unknown) => log.warn({ err, subject }, 'eviction is left to the stream'))
      }),
    ),
  )
