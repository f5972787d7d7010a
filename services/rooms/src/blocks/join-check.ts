import { isFull, type Room, seatOf } from '../shared/rules/room.js'

/** Whether an account and any of the others do not want to meet, whichever of the two has blocked the other. */
export type IsBlocked = (accountId: number, others: readonly number[]) => Promise<boolean>

/** What the block lists said before somebody sits down. */
export interface BlockVerdict {
  /** Who sat there when they were asked. */
  readonly askedOf: readonly number[]
  /** Whether one of those and the newcomer do not want to meet. */
  readonly blocked: boolean
}

const NOBODY_ASKED: BlockVerdict = { askedOf: [], blocked: false }

/**
 * Asks the block lists about a join, where it matters. Nobody is kept from a seat that is their own, and that is a player's
 * in the room of its cup tie: whoever comes to a tie knows whom they meet, and may stay away.
 */
export async function judgeBlocks(blocked: IsBlocked, room: Room | undefined, accountId: number): Promise<BlockVerdict> {
  if (!room || seatOf(room, accountId) || isFull(room)) return NOBODY_ASKED
  const askedOf = room.seats.map((seat) => seat.accountId)
  if (room.origin === 'tie' && room.reservedFor.includes(accountId)) return { askedOf, blocked: false }
  return { askedOf, blocked: await blocked(accountId, askedOf) }
}
