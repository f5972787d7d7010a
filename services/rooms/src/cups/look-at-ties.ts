import type { Seen } from '../domain/cups/command.js'
import { playersOf, type Cup, type Tie } from '../domain/cups/cup.js'
import { isDue } from '../domain/cups/expire.js'
import { inBatches } from '../room/in-batches.js'
import type { Rooms } from '../room/rooms.js'
import type { TiePresence } from '../store/cups/tie-presence.js'

/** What there is to see of the called and running ties of a cup whose deadline is reached. */
export type LookAtTies = (cup: Cup, nowMs: number) => Promise<ReadonlyMap<string, Seen>>

/** Rooms that are read at once. */
const AT_ONCE = 8

export const createLookAtTies =
  ({ rooms, presence }: { rooms: Pick<Rooms, 'load'>; presence: Pick<TiePresence, 'find'> }): LookAtTies =>
  async (cup, nowMs) => {
    const due = cup.ties.filter((tie) => tie.state !== 'disputed' && isDue(tie, nowMs))
    const players = due.flatMap((tie) =>
      playersOf(tie).map((accountId) => ({ cupId: cup.id, tieId: tie.id, accountId })),
    )
    const there = await presence.find(players)
    const seen = new Map<string, Seen>()
    const look = async ({ id, roomId }: Tie): Promise<void> => {
      const { room } = await rooms.load(roomId)
      seen.set(id, {
        roomId,
        present: players.filter((player, at) => player.tieId === id && there[at]).map(({ accountId }) => accountId),
        seated: (room?.seats ?? []).map(({ accountId }) => accountId),
      })
    }
    await inBatches(due, AT_ONCE, look)
    return seen
  }
