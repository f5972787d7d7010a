import { setTimeout as sleep } from 'node:timers/promises'
import { KlaError, newId } from '@kla/chassis'
import type { Reason } from '@kla/proto/web'
import { type Person, type Room, seatOf } from '../shared/rules/room.js'
import type { SeatPointers } from './account-store.js'
import type { Rooms } from './rooms.js'
import type { NewSeat, OpenCommand } from './rules/command.js'
import { newestName } from './rules/names.js'
import { claimSeat } from './take-seat.js'

/** A room to open; its id makes opening idempotent. */
export interface ReservedRoom extends Omit<OpenCommand, 'kind' | 'players'> {
  readonly players: readonly Omit<NewSeat, 'claim'>[]
}

/** Result of opening a reserved room. */
export type Opened =
  | { readonly kind: 'opened'; readonly room: Room }
  | { readonly kind: 'refused'; readonly accountId: number; readonly reason: Reason }

/** Reserves all seats or none, repeatably for two minutes. Rejects with CONFLICT or UNAVAILABLE if unknown. */
export type OpenReserved = (wanted: ReservedRoom) => Promise<Opened>

// Longer than CLAIM_MS.
const TIMEOUT_MS = 4_000
const PAUSE_MS = 25

export function createOpenReserved({ rooms, pointers }: { rooms: Rooms; pointers: SeatPointers }): OpenReserved {
  return async (wanted) => {
    const end = Date.now() + TIMEOUT_MS
    for (;;) {
      const result = await attempt(wanted)
      if (result !== 'again') return result
      if (Date.now() > end) throw new KlaError('CONFLICT')
      await sleep(PAUSE_MS)
    }
  }

  async function attempt(wanted: ReservedRoom): Promise<Opened | 'again'> {
    const { roomId } = wanted
    const command = `open:${roomId}`
    const { room, answer } = await rooms.load(roomId, command)
    if (answer && 'room' in answer) return { kind: 'opened', room: answer.room }
    if (room) return { kind: 'opened', room }

    const held: { accountId: number; claim: string; notAfterMs: number; name?: Person | undefined }[] = []
    const releaseAll = (): Promise<unknown> =>
      Promise.all(held.map(({ accountId, claim }) => pointers.release(accountId, claim)))
    for (const { person } of wanted.players) {
      const { accountId } = person
      const claim = newId()
      const claimed = await claimSeat({ rooms, pointers }, accountId, { roomId, claim })
      if (claimed === 'again' || 'refused' in claimed) {
        await releaseAll()
        return claimed === 'again' ? claimed : { kind: 'refused', accountId, reason: claimed.refused }
      }
      held.push({ accountId, claim, ...claimed })
    }
    const players = wanted.players.map((player, at): NewSeat => ({
      ...player,
      person: newestName(player.person, held[at]?.name),
      claim: held[at]?.claim ?? '',
    }))
    const notAfterMs = Math.min(...held.map((claim) => claim.notAfterMs))
    // The outcome is unknown: the claims expire.
    const opened = await rooms.execute(roomId, { ...wanted, kind: 'open', players }, { command, notAfterMs })
    if (opened === 'late' || 'refused' in opened) {
      await releaseAll()
      return 'again'
    }
    const unused = held.filter(({ accountId, claim }) => seatOf(opened.room, accountId)?.claim !== claim)
    await Promise.all(unused.map(({ accountId, claim }) => pointers.release(accountId, claim)))
    return { kind: 'opened', room: opened.room }
  }
}
