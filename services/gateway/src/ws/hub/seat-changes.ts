import { peerIdOf, type Room, type Seat } from '@kla/proto'

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
    // A page that hands over to another connection is there all the time.
    const moved = !earlier || peerIdOf(earlier) !== peerIdOf(seat)
    if (moved || (isLost(earlier) && !isLost(seat))) differences.push({ kind: 'connected', seat })
    else if (isLost(seat) && !isLost(earlier)) differences.push({ kind: 'lost', seat })
  }
  return differences
}

/** The seat of an account. */
export const seatOf = (room: Room | undefined, accountId: number): Seat | undefined =>
  room?.seats.find((seat) => seat.accountId === accountId)

/** Whether a page has a seat. */
export const hasSeat = (room: Room | undefined, peerId: string): boolean =>
  room?.seats.some((seat) => peerIdOf(seat) === peerId) ?? false

/** Whether its connection is gone and the grace runs. */
export const isLost = (seat: Seat | undefined): boolean => seat !== undefined && seat.graceDeadlineMs > 0

/** Whether a seat that was taken before is now on another gateway than it was, and not on this one. */
export const hasMovedAway = (before: Room, after: Room, gatewayId: string): boolean =>
  after.seats.some(({ accountId, connection }) => {
    const former = seatOf(before, accountId)?.connection
    if (!connection || !former || connection.gatewayId === gatewayId) return false
    return connection.gatewayId !== former.gatewayId
  })
