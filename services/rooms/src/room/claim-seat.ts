import type { Reason } from '@kla/proto/web'
import { refuse, type Refused } from '../domain/outcome.js'
import { isConnected, seatOf } from '../domain/room.js'
import type { ClosedBy } from '../store/bars.js'
import type { SeatPointers } from '../store/seat-pointers.js'
import type { Rooms } from './rooms.js'

/** What an account is told to which rooms are closed. */
export const REFUSAL = { ban: 'BANNED_FROM_ROOMS', age: 'AGE_NOT_CONFIRMED' } as const satisfies Record<ClosedBy, Reason>

export type SeatClaim = { readonly notAfterMs: number } | Refused | 'again'

/**
 * Claims the one seat that an account may have over all rooms. Where the account sits already, the room decides: a
 * seat in its grace is given up, one in use is refused, and a pointer to a room without such a seat was left by a pod
 * that died and is replaced, once nobody can sit down under it any more. `again`: look again in a moment.
 */
export async function claimSeat(
  { rooms, pointers }: { rooms: Rooms; pointers: SeatPointers },
  accountId: number,
  wanted: { readonly roomId: string; readonly claim: string },
): Promise<SeatClaim> {
  const first = await pointers.claim(accountId, wanted)
  if (first.kind === 'claimed') return first
  if (first.kind === 'barred') return refuse(REFUSAL[first.by])
  // Read after the claim was seen to have run out, so that a seat taken under it is seen too.
  const { room } = await rooms.load(first.pointer.roomId)
  const seat = room && seatOf(room, accountId)
  if (!seat) {
    if (first.pending) return 'again'
    const second = await pointers.claim(accountId, wanted, first.pointer)
    return second.kind === 'claimed' ? second : 'again'
  }
  if (first.pointer.roomId === wanted.roomId) return 'again'
  if (isConnected(seat)) return refuse('ALREADY_SEATED')
  await rooms.execute(first.pointer.roomId, { kind: 'leave', accountId, onlyInGrace: true })
  return 'again'
}
