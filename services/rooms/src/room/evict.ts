import { KlaError } from '@kla/chassis'
import { setTimeout as sleep } from 'node:timers/promises'
import { barredUntil, type Restriction } from '../domain/barred-until.js'
import { seatOf } from '../domain/room.js'
import type { Bars } from '../store/bars.js'
import type { SeatPointers } from '../store/seat-pointers.js'
import type { Rooms } from './rooms.js'
import type { RoomsMetrics } from './rooms-metrics.js'

export interface EvictionOptions {
  readonly bars: Pick<Bars, 'put' | 'putAge' | 'closedBy'>
  readonly pointers: Pick<SeatPointers, 'find'>
  readonly rooms: Pick<Rooms, 'load' | 'execute'>
  /** Ends the search of somebody to whom rooms are closed. */
  readonly endSearch: (accountId: number) => Promise<unknown>
  readonly metrics: Pick<RoomsMetrics, 'evicted'>
}

/** What an account may not do, as of a version of its bans. */
export interface Standing {
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

export interface Eviction {
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
