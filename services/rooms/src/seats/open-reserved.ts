import { KlaError, newId } from '@kla/chassis'
import type { Reason } from '@kla/proto/web'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Invited, OpenCommand } from './rules/command.js'
import { seatOf, type Room } from '../shared/rules/room.js'
import type { SeatPointers } from './account-store.js'
import { claimSeat } from './sit-down.js'
import type { Rooms } from './rooms.js'

/** A room that is to be opened for people who were brought together. `roomId` is chosen once: so it happens once. */
export interface ReservedRoom extends Omit<OpenCommand, 'kind' | 'people'> {
  readonly people: readonly Omit<Invited, 'claim'>[]
}

export type Opened =
  | { readonly kind: 'opened'; readonly room: Room }
  /** Nobody has a seat: this one cannot have one. */
  | { readonly kind: 'refused'; readonly accountId: number; readonly reason: Reason }

/**
 * Opens a room with a seat in its grace for each of them: all or nobody. Repeating it answers the room that it opened
 * the first time, while that is open and for two minutes at least. Rejects with CONFLICT or UNAVAILABLE if it cannot be
 * told; then it is to be repeated.
 */
export type OpenReserved = (wanted: ReservedRoom) => Promise<Opened>

// Longer than a claim that a dead pod left behind.
const PATIENCE_MS = 4_000
const PAUSE_MS = 25

export function createOpenReserved({ rooms, pointers }: { rooms: Rooms; pointers: SeatPointers }): OpenReserved {
  const attempt = async (wanted: ReservedRoom): Promise<Opened | 'again'> => {
    const { roomId } = wanted
    const command = `open:${roomId}`
    const { room, answer } = await rooms.load(roomId, command)
    if (answer && 'room' in answer) return { kind: 'opened', room: answer.room }
    // Its id was chosen for this alone: whenever it was opened, this opened it.
    if (room) return { kind: 'opened', room }

    const held: { accountId: number; claim: string; notAfterMs: number }[] = []
    const letGo = (): Promise<unknown> =>
      Promise.all(held.map(({ accountId, claim }) => pointers.release(accountId, claim)))
    for (const { person } of wanted.people) {
      const { accountId } = person
      const claim = newId()
      const claimed = await claimSeat({ rooms, pointers }, accountId, { roomId, claim })
      if (claimed === 'again' || 'refused' in claimed) {
        await letGo()
        return claimed === 'again' ? claimed : { kind: 'refused', accountId, reason: claimed.refused }
      }
      held.push({ accountId, claim, notAfterMs: claimed.notAfterMs })
    }
    const people = wanted.people.map((invited, at): Invited => ({ ...invited, claim: held[at]?.claim ?? '' }))
    const notAfterMs = Math.min(...held.map((claim) => claim.notAfterMs))
    // A rejection leaves the claims: whether the seats are taken is not known then, and claims run out by themselves.
    const opened = await rooms.execute(roomId, { ...wanted, kind: 'open', people }, { command, notAfterMs })
    if (opened === 'late' || 'refused' in opened) {
      await letGo()
      return 'again'
    }
    const free = held.filter(({ accountId, claim }) => seatOf(opened.room, accountId)?.claim !== claim)
    await Promise.all(free.map(({ accountId, claim }) => pointers.release(accountId, claim)))
    return { kind: 'opened', room: opened.room }
  }

  return async (wanted) => {
    const end = Date.now() + PATIENCE_MS
    for (;;) {
      const result = await attempt(wanted)
      if (result !== 'again') return result
      if (Date.now() > end) throw new KlaError('CONFLICT')
      await sleep(PAUSE_MS)
    }
  }
}
