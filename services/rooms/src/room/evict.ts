import { KlaError } from '@kla/chassis'
import { setTimeout as sleep } from 'node:timers/promises'
import { barredUntil, type Restriction } from '../domain/barred-until.js'
import type { Bars } from '../store/bars.js'
import type { SeatPointers } from '../store/seat-pointers.js'
import type { Rooms } from './rooms.js'
import type { RoomsMetrics } from './rooms-metrics.js'

export interface EvictionOptions {
  readonly bars: Pick<Bars, 'put'>
  readonly pointers: Pick<SeatPointers, 'find'>
  readonly rooms: Pick<Rooms, 'execute'>
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

export type Evict = (standing: Standing) => Promise<void>

const PAUSE_MS = 25

/**
 * Takes the seat of somebody to whom rooms are closed, as if it had left. First the bar is noted, under which nobody
 * gets a new claim; then the seat is given up that the last claim led to, or may still lead to while it runs (two
 * seconds, if its pod has died). May be done by any pod, and again.
 */
export const createEviction =
  ({ bars, pointers, rooms, endSearch, metrics }: EvictionOptions): Evict =>
  async ({ accountId, version, restrictions }) => {
    if (!(await bars.put(accountId, version, barredUntil(restrictions)))) return
    await endSearch(accountId)
    for (;;) {
      // Read before the room is: a seat that was taken while the claim ran is seen then.
      const pointer = await pointers.find(accountId)
      if (!pointer) return
      const left = await rooms.execute(pointer.roomId, { kind: 'leave', accountId })
      if (left === 'late' || ('refused' in left && left.refused === 'CONFLICT')) throw new KlaError('CONFLICT')
      if ('room' in left) return metrics.evicted.inc()
      if (!pointer.pending) return
      await sleep(PAUSE_MS)
    }
  }
