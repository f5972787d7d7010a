import type {
  Reveal as RevealMessage,
  Room as RoomMessage,
  Seat as SeatMessage,
  Watcher as WatcherMessage,
} from '@kla/proto'
import type { Category, Mode, RoomOrigin } from '@kla/proto/web'

/** Stored record of a room. */
export interface Room {
  readonly id: string
  readonly name: string
  readonly creator: string
  readonly creatorId?: number
  readonly creatorRevision?: number
  /** Set once two have sat here, who then keep their names while they stay. */
  readonly shared?: boolean
  readonly mode: Mode
  readonly capacity: number
  readonly category: Category
  readonly publicRoom: boolean
  /** Argon2id, encoded; empty for no passcode. */
  readonly passcodeHash: string
  readonly seats: readonly Seat[]
  readonly origin: RoomOrigin
  /** Account ids; if not empty, only these may take a seat. */
  readonly reservedFor: readonly number[]
  readonly tie: TieRoom | null
  readonly watchers: readonly Watcher[]
  readonly spectatorConsents: readonly number[]
  /** Null if not veiled. */
  readonly reveal: Reveal | null
  readonly version: number
  readonly createdAtMs: number
}

export interface TieRoom {
  readonly cupId: string
  readonly tieId: string
  readonly cupName: string
}

export interface Reveal {
  readonly epoch: number
  /** Account ids that are ready in this epoch. */
  readonly ready: readonly number[]
  /** Unix milliseconds; null while closed. */
  readonly openedAtMs: number | null
  /** Reason why an open reveal was closed. */
  readonly closed?: RevealClosing | undefined
}

export interface RevealClosing {
  /** Account id; 0 if no player caused it. */
  readonly by: number
  readonly why: 'withdrawn' | 'left' | 'lost' | 'seat' | 'watcher'
}

export interface Person {
  readonly accountId: number
  readonly username: string
  readonly discordId: string
  readonly avatar: string
  /** Revision of the name; higher is newer. Absent until the first change. */
  readonly nameRevision?: number
  /** Alias known to others, as with the name. Absent: the account id. */
  readonly alias?: number
}

export const aliasOf = ({
  accountId,
  alias,
}: {
  readonly accountId: number
  readonly alias?: number | undefined
}): number => alias ?? accountId

export interface Connection {
  readonly socketId: string
  readonly gatewayId: string
}

export interface Seat extends Person {
  /** Name that applies after leaving, because the old one has been seen. */
  readonly renamed?: Person | undefined
  readonly connection: Connection
  /** Unix milliseconds; 0 while connected. */
  readonly graceDeadlineMs: number
  readonly takenAtMs: number
  /** Claim to release with the seat. */
  readonly claim: string
  readonly reserved?: boolean | undefined
  /** Kept by a handover. Absent: the socketId. */
  readonly peerId?: string | undefined
}

export interface SeatChange {
  readonly kind: 'taken' | 'left' | 'lost' | 'resumed'
  /** State before `left`. */
  readonly seat: Seat
  /** Connection that `resumed` replaced; empty if the same. */
  readonly replacedSocketId: string
  /** True if `left` was a panic exit. */
  readonly safety?: boolean | undefined
}

/** Sees and hears the room without a seat. */
export interface Watcher {
  readonly connection: Connection
  readonly name: string
  readonly judge: boolean
  /** Account id; 0 for a judge. */
  readonly accountId: number
  readonly alias?: number | undefined
  readonly sinceMs: number
  readonly peerId?: string | undefined
  readonly claim?: string | undefined
  /** For the audit log only. */
  readonly administrator?: { readonly id: number; readonly name: string } | undefined
}

export const seatOf = (room: Room, accountId: number): Seat | undefined =>
  room.seats.find((seat) => seat.accountId === accountId)

export const isFull = (room: Room): boolean => room.seats.length >= room.capacity

export const isConnected = (seat: Seat): boolean => seat.graceDeadlineMs === 0

export const watcherBy = (room: Room, socketId: string): Watcher | undefined =>
  room.watchers.find(({ connection }) => connection.socketId === socketId)

/** Finds the same spectator, or a judge with the same pass. */
export function watcherContinuedBy(
  room: Room,
  {
    judge,
    accountId,
    claim,
    continues,
  }: Pick<Watcher, 'judge' | 'accountId' | 'claim'> & { readonly continues?: string | undefined },
): Watcher | undefined {
  const former = continues === undefined ? undefined : watcherBy(room, continues)
  if (!former || former.judge !== judge || former.accountId !== accountId) return undefined
  return judge && (claim === undefined || former.claim !== claim) ? undefined : former
}

/** Token of a seated player; undefined while alone. */
export type TokenOf = (accountId: number) => string | undefined

export const toRoomMessage = (room: Room, tokenOf: TokenOf): RoomMessage => ({
  id: room.id,
  name: room.name,
  creator: room.creator,
  mode: room.mode,
  capacity: room.capacity,
  category: room.category,
  passcodeRequired: room.passcodeHash !== '',
  publicRoom: room.publicRoom,
  seats: room.seats.map((seat) => ({ ...toSeatMessage(seat), incident: tokenOf(seat.accountId) })),
  version: room.version,
  createdAtMs: room.createdAtMs,
  reservedFor: [...room.reservedFor],
  tie: room.tie ?? undefined,
  watchers: room.watchers.map(toWatcherMessage),
  spectatorConsents: [...room.spectatorConsents],
  origin: room.origin,
  reveal: room.reveal ? toRevealMessage(room.reveal) : undefined,
})

const toRevealMessage = ({ epoch, ready, openedAtMs, closed }: Reveal): RevealMessage => ({
  epoch,
  ready: [...ready],
  open: openedAtMs !== null,
  closedWhy: closed?.why ?? '',
  closedBy: closed?.by ?? 0,
})

export const toSeatMessage = (seat: Seat): SeatMessage => ({
  accountId: seat.accountId,
  username: seat.username,
  discordId: seat.discordId,
  avatar: seat.avatar,
  connection: seat.connection,
  graceDeadlineMs: seat.graceDeadlineMs,
  takenAtMs: seat.takenAtMs,
  peerId: seat.peerId,
  alias: seat.alias,
})

const toWatcherMessage = ({ connection, name, judge, accountId, alias, sinceMs, peerId }: Watcher): WatcherMessage => ({
  connection,
  name,
  judge,
  accountId,
  alias,
  sinceMs,
  peerId,
})

/** Digits that select a hash slot. */
export const SHARDS: readonly string[] = [...'0123456789abcdef']

const ROOM_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** True for a UUIDv7 in lower case. */
export const isRoomId = (text: string): boolean => ROOM_ID.test(text)

/** Last digit of the id, which is random. */
export const shardOf = (roomId: string): string => roomId.slice(-1)
