import type { Reveal as RevealMessage, Room as RoomMessage, Seat as SeatMessage, Watcher as WatcherMessage } from '@kla/proto'
import type { Category, Mode, RoomOrigin } from '@kla/proto/web'

/** The stored record. */
export interface Room {
  readonly id: string
  readonly name: string
  /** A username. */
  readonly creator: string
  readonly creatorId?: number
  /** As {@link Person.nameRevision}. */
  readonly creatorRevision?: number
  /** Two have sat here: all keep their names for as long as they stay. */
  readonly shared?: boolean
  readonly mode: Mode
  readonly capacity: number
  readonly category: Category
  readonly publicRoom: boolean
  /** Argon2id, encoded; empty: none. */
  readonly passcodeHash: string
  readonly seats: readonly Seat[]
  readonly origin: RoomOrigin
  /** Account ids; if not empty, only these may sit down. */
  readonly reservedFor: readonly number[]
  readonly tie: TieRoom | null
  readonly watchers: readonly Watcher[]
  /** Account ids of seated players. */
  readonly spectatorConsents: readonly number[]
  /** Null: not veiled. */
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
  /** Account ids, of this epoch. */
  readonly ready: readonly number[]
  /** Null: closed. */
  readonly openedAtMs: number | null
  /** Why it is closed although these players had opened it. */
  readonly closed?: RevealClosing | undefined
}

export interface RevealClosing {
  /** 0: no player. */
  readonly by: number
  readonly why: 'withdrawn' | 'left' | 'lost' | 'seat' | 'watcher'
}

export interface Person {
  readonly accountId: number
  readonly username: string
  readonly discordId: string
  readonly avatar: string
  /** Of the name; the higher is newer. Absent: never changed. */
  readonly nameRevision?: number
  /** By which others know the account, as with the name. Absent: the account id. */
  readonly alias?: number
}

export const aliasOf = ({ accountId, alias }: { readonly accountId: number; readonly alias?: number | undefined }): number =>
  alias ?? accountId

export interface Connection {
  readonly socketId: string
  readonly gatewayId: string
}

export interface Seat extends Person {
  /** Waits for the seat to be left, where it has been seen under the other name. */
  readonly renamed?: Person | undefined
  readonly connection: Connection
  /** Unix milliseconds; 0 while connected. */
  readonly graceDeadlineMs: number
  readonly takenAtMs: number
  /** The claim it was taken under, released with it. */
  readonly claim: string
  /** Not taken up yet. */
  readonly reserved?: boolean | undefined
  /** After a handover; absent: the socketId. */
  readonly peerId?: string | undefined
}

export interface SeatChange {
  readonly kind: 'taken' | 'left' | 'lost' | 'resumed'
  /** For `left`, before the change. */
  readonly seat: Seat
  /** For `resumed`; empty if the connection is the same. */
  readonly replacedSocketId: string
  /** For `left`: by the way out. */
  readonly safety?: boolean | undefined
}

/** Sees and hears the room without a seat. */
export interface Watcher {
  readonly connection: Connection
  readonly name: string
  readonly judge: boolean
  /** 0 for a judge. */
  readonly accountId: number
  readonly alias?: number | undefined
  readonly sinceMs: number
  readonly peerId?: string | undefined
  /** A judge's: the hash of its pass. */
  readonly claim?: string | undefined
  /** A judge's, for the audit log alone. */
  readonly administrator?: { readonly id: number; readonly name: string } | undefined
}

export const seatOf = (room: Room, accountId: number): Seat | undefined =>
  room.seats.find((seat) => seat.accountId === accountId)

export const isFull = (room: Room): boolean => room.seats.length >= room.capacity

export const isConnected = (seat: Seat): boolean => seat.graceDeadlineMs === 0

export const watcherBy = (room: Room, socketId: string): Watcher | undefined =>
  room.watchers.find(({ connection }) => connection.socketId === socketId)

/** The same spectator, or a judge with the same pass. */
export function watcherContinuedBy(
  room: Room,
  { judge, accountId, claim, continues }: Pick<Watcher, 'judge' | 'accountId' | 'claim'> & { readonly continues?: string | undefined },
): Watcher | undefined {
  const former = continues === undefined ? undefined : watcherBy(room, continues)
  if (!former || former.judge !== judge || former.accountId !== accountId) return undefined
  return judge && (claim === undefined || former.claim !== claim) ? undefined : former
}

/** The incident token of a seated player; undefined while that one is alone. */
export type TokenOf = (accountId: number) => string | undefined

/** As other services see it. */
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
  ...{ epoch, ready: [...ready], open: openedAtMs !== null, closedWhy: closed?.why ?? '', closedBy: closed?.by ?? 0 },
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
  ...{ connection, name, judge, accountId, alias, sinceMs, peerId },
})

/** The keys of a shard share one hash slot. */
export const SHARDS: readonly string[] = [...'0123456789abcdef']

const ROOM_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** A UUIDv7. */
export const isRoomId = (text: string): boolean => ROOM_ID.test(text)

/** The last digit, which is random. */
export const shardOf = (roomId: string): string => roomId.slice(-1)
