import type { Blocked, BlockVerdict } from '../domain/blocked.js'
import { isFull, seatOf, type Room } from '../domain/room.js'

const NOBODY_ASKED: BlockVerdict = { askedOf: [], blocked: false }

/** Asks the block lists about a join, where it matters: nobody is kept from a seat that is their own. */
export async function judgeBlocks(blocked: Blocked, room: Room | undefined, accountId: number): Promise<BlockVerdict> {
  if (!room || seatOf(room, accountId) || isFull(room)) return NOBODY_ASKED
  const askedOf = room.seats.map((seat) => seat.accountId)
  return { askedOf, blocked: await blocked(accountId, askedOf) }
}
