import { setTimeout as sleep } from 'node:timers/promises'
import { KlaError } from '@kla/chassis'
import { peerIdOf, type Room, type Seat } from '@kla/proto'
import { CLOSE, type PlayerEntry, type Reason, type ServerEvents } from '@kla/proto/web'
import type { LimitFunction } from 'p-limit'
import type { Clients } from '../../shared/clients.js'
import { shownIdOf } from '../../shared/shown-ids.js'
import type { Sessions } from '../accounts/sessions.js'
import { dataText } from '../frames.js'
import type { Warn } from '../rare-warnings.js'
import type { Member } from './member.js'
import { askFor } from './read-state.js'
import { endOfWatching, hasWatcher, judgeEntry, watcherBy } from './watchers.js'

interface SeatDifference {
  readonly kind: 'connected' | 'disconnected' | 'lost'
  readonly seat: Seat
}

/** Compares snapshots, so that the next update covers a lost one. */
export function seatChanges(before: Room, after: Room): SeatDifference[] {
  const differences: SeatDifference[] = []
  for (const seat of before.seats) {
    if (!seatOf(after, seat.accountId)) differences.push({ kind: 'disconnected', seat })
  }
  for (const seat of after.seats) {
    const earlier = seatOf(before, seat.accountId)
    // A page that hands over was never gone.
    const moved = !earlier || peerIdOf(earlier) !== peerIdOf(seat)
    if (moved || (isLost(earlier) && !isLost(seat))) differences.push({ kind: 'connected', seat })
    else if (isLost(seat) && !isLost(earlier)) differences.push({ kind: 'lost', seat })
  }
  return differences
}

export const seatOf = (room: Room | undefined, accountId: number): Seat | undefined =>
  room?.seats.find((seat) => seat.accountId === accountId)

export const hasSeat = (room: Room | undefined, peerId: string): boolean =>
  room?.seats.some((seat) => peerIdOf(seat) === peerId) ?? false

/** True while the seat's grace period runs. */
const isLost = (seat: Seat | undefined): boolean => seat !== undefined && seat.graceDeadlineMs > 0

/** The seat of this very connection, if rooms considers it lost. */
export function lostSeatOf(room: Room | undefined, member: Member): Seat | undefined {
  const seat = member.watching ? undefined : seatOf(room, member.accountId)
  return isLost(seat) && seat?.connection?.socketId === member.socketId ? seat : undefined
}

/** True if a seat moved to another gateway, which may have missed messages even if it had the seat before. */
export const hasMovedAway = (before: Room, after: Room, gatewayId: string): boolean =>
  after.seats.some(({ accountId, connection }) => {
    const former = seatOf(before, accountId)?.connection
    if (!connection || !former || connection.gatewayId === gatewayId) return false
    return connection.socketId !== former.socketId
  })

const playerEntry = (seat: Seat): PlayerEntry => ({
  socketId: peerIdOf(seat),
  username: seat.username,
  discord_id: seat.discordId,
  id: shownIdOf(seat),
  avatar: seat.avatar,
  connected: seat.graceDeadlineMs === 0,
})

/** Returns the id in the room; the account may have a newer alias. */
export const ownId = (
  room: Room,
  { accountId, watching }: Pick<Member, 'accountId' | 'watching'>,
): { you?: number } => {
  const alias = watching ? undefined : seatOf(room, accountId)?.alias
  return alias === undefined ? {} : { you: alias }
}

export const userListOf = (room: Room, member: Member): ServerEvents['room-user-list'] => ({
  ...userList(room, member.watching),
  ...ownId(room, member),
})

/** Watchers see only public fields of players. */
const userList = (room: Room, watching: boolean): Pick<ServerEvents['room-user-list'], 'players' | 'judges'> => ({
  players: room.seats.map((seat) => playerEntry(watching ? { ...seat, discordId: '', avatar: '' } : seat)),
  judges: room.watchers.filter(({ judge }) => judge).map(judgeEntry),
})

const presenceOf = (seat: Seat): ServerEvents['user-connected'] => ({
  socketId: peerIdOf(seat),
  id: shownIdOf(seat),
  username: seat.username,
})

/** Sends changes of seats to everyone else, and the new list to all. `state` sends the room's state before. */
export function deliverSeatChanges(
  members: Iterable<Member>,
  before: Room,
  after: Room,
  state: (member: Member) => void,
): void {
  const changes = seatChanges(before, after)
  const receivers = [...members]
  if (changes.length === 0 && shownIn(before) === shownIn(after)) return
  // First, as the list alone names a newcomer without the token for reports.
  for (const member of receivers) if (!member.leaving) state(member)
  for (const { kind, seat } of changes) {
    if (kind === 'lost') continue
    const event = kind === 'connected' ? 'user-connected' : 'user-disconnected'
    const text = dataText(event, presenceOf(seat))
    for (const member of receivers) {
      if (member.accountId !== seat.accountId) member.deliverText(event, text)
    }
  }
  for (const member of receivers) {
    if (!member.leaving) member.deliver('room-user-list', userListOf(after, member))
  }
}

const shownIn = (room: Room): string => {
  const names = room.seats.map((seat) => [seat.username, seat.discordId, seat.avatar, shownIdOf(seat)])
  return JSON.stringify([names, userList(room, true).judges])
}

interface SeatedRoom {
  readonly roomId: string
  readonly snapshot: Room | undefined
  has(member: Member): boolean
  adopt(room: Room): void
  /** Removes a connection, with a reason unless it is leaving. */
  dismiss(member: Member, reason: string): void
  detach(member: Member): void
  handOver(member: Member): void
}

/** What taking a seat back needs. */
export interface ReclaimDeps {
  readonly gatewayId: string
  readonly clients: Pick<Clients, 'rooms'>
  readonly sessions: Pick<Sessions, 'call'>
  readonly limitResyncs: LimitFunction
  readonly warn: Warn
  readonly now: () => number
}

/** Removes a member that the snapshot lacks, or keeps its seat. */
export function reconcile(room: SeatedRoom, member: Member, after: Room, deps: ReclaimDeps): void {
  if (member.watching) {
    if (watcherBy(after, member.socketId)) return
    if (hasWatcher(after, member.peerId)) room.handOver(member)
    else room.dismiss(member, endOfWatching())
    return
  }
  const seat = seatOf(after, member.accountId)
  if (!seat) {
    room.dismiss(member, 'seat-lost')
  } else if (seat.connection?.socketId !== member.socketId && peerIdOf(seat) === member.peerId) {
    room.handOver(member)
  } else if (seat.connection?.socketId !== member.socketId) {
    room.detach(member)
    member.connection.close(CLOSE.SEAT_TAKEN_OVER, 'seat taken over')
  } else {
    void reclaim(room, member, deps)
  }
}

const RECLAIM_EVERY_MS = 1_000
/** Refusals after which there is no seat to take back. */
const GONE: ReadonlySet<Reason> = new Set<Reason>(['NOT_SEATED', 'ROOM_NOT_FOUND'])

/** Resumes a live connection's seat if rooms considers it lost, and tries again while its grace lasts. */
export async function reclaim(room: SeatedRoom, member: Member, deps: ReclaimDeps): Promise<void> {
  if (member.reclaiming) return
  const { clients, sessions, gatewayId, limitResyncs, warn, now } = deps
  const { roomId } = room
  const connection = { socketId: member.socketId, gatewayId }
  member.reclaiming = true
  while (room.has(member) && lostSeatOf(room.snapshot, member)) {
    try {
      const answer = await limitResyncs(() =>
        askFor(member, sessions, (context) => clients.rooms.resumeSeat({ roomId, connection }, context)),
      )
      if (answer.room && room.has(member)) room.adopt(answer.room)
    } catch (error) {
      const { reason } = KlaError.from(error)
      warn({ reason, roomId }, 'a seat could not be kept')
      if (GONE.has(reason)) break
    }
    const seat = lostSeatOf(room.snapshot, member)
    if (!seat || seat.graceDeadlineMs <= now()) break
    await sleep(RECLAIM_EVERY_MS, undefined, { ref: false })
  }
  member.reclaiming = false
}
