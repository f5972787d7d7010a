import type { Blocked, BlockVerdict } from '../domain/blocked.js'
import { isFull, seatOf, type Room } from '../domain/room.js'

const NOBODY_ASKED: BlockVerdict = { askedOf: [], blocked: false }

/**
 * Asks the block lists about a join, where it matters. Nobody is kept from a seat that is their own, and that is a player's
 * in the room of its cup tie: whoever comes to a tie knows whom they meet, and may stay away.
 */
export async function judgeBlocks(blocked: Blocked, room: Room | undefined, accountId: number): Promise<BlockVerdict> {
  if (!room || seatOf(room, accountId) || isFull(room)) return NOBODY_ASKED
  const askedOf = room.seats.map((seat) => seat.accountId)
  if (room.origin === 'tie' && room.reservedFor.includes(accountId)) return { askedOf, blocked: false }
  return { askedOf, blocked: await blocked(accountId, askedOf) }
}
