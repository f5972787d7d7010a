import type { Seen } from '../domain/cups/command.js'
import { playersOf, type Cup, type Tie } from '../domain/cups/cup.js'
import { isDue } from '../domain/cups/expire.js'
import { isConnected, seatOf } from '../domain/room.js'
import { inBatches } from '../room/in-batches.js'
import type { Rooms } from '../room/rooms.js'
import type { TiePresence } from '../store/cups/tie-presence.js'
import type { SeatPointers } from '../store/seat-pointers.js'

/** What there is to see of the called and running ties of a cup whose deadline is reached. */
export type LookAtTies = (cup: Cup, nowMs: number) => Promise<ReadonlyMap<string, Seen>>

/** Rooms that are read at once. */
const AT_ONCE = 8

export function createLookAtTies({
  rooms,
  pointers,
  presence,
}: {
  rooms: Pick<Rooms, 'load'>
  pointers: Pick<SeatPointers, 'find'>
  presence: Pick<TiePresence, 'find'>
}): LookAtTies {
  /** Whether somebody is connected to a seat of another room; one in its grace is given up for a new one. */
  const sitsElsewhere = async (accountId: number, { roomId }: Tie): Promise<boolean> => {
    const pointer = await pointers.find(accountId)
    if (!pointer || pointer.roomId === roomId) return false
    const { room } = await rooms.load(pointer.roomId)
    const seat = room && seatOf(room, accountId)
    return seat !== undefined && isConnected(seat)
  }

  return async (cup, nowMs) => {
    const due = cup.ties.filter((tie) => tie.state !== 'disputed' && isDue(tie, nowMs))
    const players = due.flatMap((tie) =>
      playersOf(tie).map((accountId) => ({ cupId: cup.id, tieId: tie.id, accountId })),
    )
    const there = await presence.find(players)
    const seen = new Map<string, Seen>()
    const look = async (tie: Tie): Promise<void> => {
      const { id, roomId } = tie
      const { room } = await rooms.load(roomId)
      const present = players.filter((player, at) => player.tieId === id && there[at]).map(({ accountId }) => accountId)
      const sitting = await Promise.all(present.map((accountId) => sitsElsewhere(accountId, tie)))
      seen.set(id, {
        roomId,
        present,
        elsewhere: present.filter((_, at) => sitting[at]),
        seated: (room?.seats ?? []).map(({ accountId }) => accountId),
      })
    }
    await inBatches(due, AT_ONCE, look)
    return seen
  }
}
