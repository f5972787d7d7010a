import type { Category, Mode, RoomOrigin } from '@kla/proto/web'

/** A room as it is stored, in one small record. */
export interface Room {
  readonly id: string
  readonly name: string
  /** The creator's username. */
  readonly creator: string
  readonly mode: Mode
  readonly capacity: number
  readonly category: Category
  readonly publicRoom: boolean
  /** Argon2id, encoded; empty: no passcode. */
  readonly passcodeHash: string
  readonly seats: readonly Seat[]
  readonly origin: RoomOrigin
  /** Account ids; if not empty, only these may sit down here. */
  readonly reservedFor: readonly number[]
  /** The cup tie it was opened for. */
  readonly tie: TieRoom | null
  readonly watchers: readonly Watcher[]
  /** Account ids of seated players who consent to spectators. */
  readonly spectatorConsents: readonly number[]
  /** From 1, one more with every change. */
  readonly version: number
  readonly createdAtMs: number
}

export interface TieRoom {
  readonly cupId: string
  readonly tieId: string
  readonly cupName: string
}

export interface Person {
  readonly accountId: number
  readonly username: string
  readonly discordId: string
  readonly avatar: string
}

export interface Connection {
  readonly socketId: string
  readonly gatewayId: string
}

export interface Seat extends Person {
  readonly connection: Connection
  /** Unix milliseconds at which a lost connection counts as having left; 0 while connected. */
  readonly graceDeadlineMs: number
  readonly takenAtMs: number
  /** The claim on the account's one seat under which it was taken: only this claim is released with it. */
  readonly claim: string
  /** How other browsers know this one after a handover; absent: by its socketId. */
  readonly peerId?: string | undefined
}

export interface SeatChange {
  readonly kind: 'taken' | 'left' | 'lost' | 'resumed'
  /** After the change; for `left`, before it. */
  readonly seat: Seat
  /** For `resumed`: the connection that lost the seat; empty if it is the same one. */
  readonly replacedSocketId: string
}

/** A spectator or a judge: sees and hears the room without a seat. */
export interface Watcher {
  readonly connection: Connection
  readonly name: string
  readonly judge: boolean
  /** 0 for a judge. */
  readonly accountId: number
  readonly sinceMs: number
  /** As a seat's. */
  readonly peerId?: string | undefined
  /** A judge's: the hash of its pass, with which the pass may move it to another connection. */
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

/** The watcher on the connection that hands over to this one: the same spectator, or a judge with the same pass. */
export function watcherContinuedBy(
  room: Room,
  { judge, accountId, claim, continues }: Pick<Watcher, 'judge' | 'accountId' | 'claim'> & { readonly continues?: string | undefined },
): Watcher | undefined {
  const former = continues === undefined ? undefined : watcherBy(room, continues)
  if (!former || former.judge !== judge || former.accountId !== accountId) return undefined
  return judge && (claim === undefined || former.claim !== claim) ? undefined : former
}

/** Hexadecimal digits. The keys of a shard share one Redis hash slot. */
export const SHARDS: readonly string[] = [...'0123456789abcdef']

const ROOM_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Whether a text is a UUIDv7, as room ids are. */
export const isRoomId = (text: string): boolean => ROOM_ID.test(text)

/** The last digit of the id, which is random. */
export const shardOf = (roomId: string): string => roomId.slice(-1)
