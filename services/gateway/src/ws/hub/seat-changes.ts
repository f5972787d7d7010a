import type { Room, Seat } from '@kla/proto'

export interface SeatDifference {
  readonly kind: 'connected' | 'disconnected' | 'lost'
  readonly seat: Seat
}

/**
 * What changed from one snapshot of a room to a newer one. Made from the snapshots and not from the changes that news
 * carries, so that a news item that never came is made up for by the next one.
 */
export function seatChanges(before: Room, after: Room): SeatDifference[] {
  const differences: SeatDifference[] = []
  for (const seat of before.seats) {
    if (!seatOf(after, seat.accountId)) differences.push({ kind: 'disconnected', seat })
  }
  for (const seat of after.seats) {
    const earlier = seatOf(before, seat.accountId)
    const moved = earlier?.connection?.socketId !== seat.connection?.socketId
    if (moved || (isLost(earlier) && !isLost(seat))) differences.push({ kind: 'connected', seat })
    else if (isLost(seat) && !isLost(earlier)) differences.push({ kind: 'lost', seat })
  }
  return differences
}

/** The seat of an account. */
export const seatOf = (room: Room | undefined, accountId: number): Seat | undefined =>
  room?.seats.find((seat) => seat.accountId === accountId)

/** Whether its connection is gone and the grace runs. */
export const isLost = (seat: Seat | undefined): boolean => seat !== undefined && seat.graceDeadlineMs > 0
