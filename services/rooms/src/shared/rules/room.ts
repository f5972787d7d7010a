import type { Category, Mode, RoomOrigin } from '@kla/proto/web'

/** A room as it is stored: all that is known of it, in one small record. */
export interface Room {
  readonly id: string
  readonly name: string
  /** The creator's username. */
  readonly creator: string
  readonly mode: Mode
  readonly capacity: number
  readonly category: Category
  readonly publicRoom: boolean
  /** Argon2id in its encoded form; empty: no passcode. */
  readonly passcodeHash: string
  readonly seats: readonly Seat[]
  readonly origin: RoomOrigin
  /** Not empty: nobody else may sit down here. Account ids. */
  readonly reservedFor: readonly number[]
  /** The cup tie for which it was opened. */
  readonly tie: TieRoom | null
  readonly watchers: readonly Watcher[]
  /** Account ids of those seated who consent to spectators. */
  readonly spectatorConsents: readonly number[]
  /** Rises by one with every change, from 1. */
  readonly version: number
  readonly createdAtMs: number
}

export interface TieRoom {
  readonly cupId: string
  readonly tieId: string
  readonly cupName: string
}

/** Somebody who sees and hears the room without a seat. */
export interface Watcher {
  readonly connection: Connection
  readonly name: string
  readonly judge: boolean
  /** 0 for a judge. */
  readonly accountId: number
  readonly sinceMs: number
  /** As that of a seat. */
  readonly peerId?: string | undefined
  /** Of a judge: names the pass it came with, so that the same pass may move it to another connection. */
  readonly claim?: string | undefined
  /** Of a judge: who it is, for the audit log alone. */
  readonly administrator?: { readonly id: number; readonly name: string } | undefined
}

export interface Person {
  readonly accountId: number
  readonly username: string
  readonly discordId: string
  readonly avatar: string
}

/** Where a seat's socket is. */
export interface Connection {
  readonly socketId: string
  readonly gatewayId: string
}

export interface Seat extends Person {
  readonly connection: Connection
  /** Unix milliseconds at which the lost connection counts as having left; 0 while connected. */
  readonly graceDeadlineMs: number
  readonly takenAtMs: number
  /** Names the claim on the account's one seat under which it sat down, so that only this claim is released. */
  readonly claim: string
  /** How other browsers know this one since a connection that handed over to this one; absent: by its socketId. */
  readonly peerId?: string | undefined
}

export type SeatChangeKind = 'taken' | 'left' | 'lost' | 'resumed'

export interface SeatChange {
  readonly kind: SeatChangeKind
  /** The seat after the change; for `left`, as it was before. */
  readonly seat: Seat
  /** For `resumed`: the connection that lost the seat; empty if it is the same one. */
  readonly replacedSocketId: string
}

/** The seat of an account, if it has one here. */
export const seatOf = (room: Room, accountId: number): Seat | undefined =>
  room.seats.find((seat) => seat.accountId === accountId)

export const isFull = (room: Room): boolean => room.seats.length >= room.capacity

export const isConnected = (seat: Seat): boolean => seat.graceDeadlineMs === 0

/** Who watches by a connection. */
export const watcherBy = (room: Room, socketId: string): Watcher | undefined =>
  room.watchers.find(({ connection }) => connection.socketId === socketId)

/** Who watches by the connection that hands over to this one: the same spectator, or the judge who came with the same pass. */
export function watcherGoingOn(
  room: Room,
  { judge, accountId, claim, continues }: Pick<Watcher, 'judge' | 'accountId' | 'claim'> & { readonly continues?: string | undefined },
): Watcher | undefined {
  const former = continues === undefined ? undefined : watcherBy(room, continues)
  if (!former || former.judge !== judge || former.accountId !== accountId) return undefined
  return judge && (claim === undefined || former.claim !== claim) ? undefined : former
}

/** Rooms are spread over this many shards; all keys of a shard live in one hash slot. One hexadecimal digit's worth. */
export const SHARDS: readonly string[] = [...'0123456789abcdef']

const ROOM_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Whether a text can be a room's id at all. */
export const isRoomId = (text: string): boolean => ROOM_ID.test(text)

/** The shard of a room: the last digit of its id, which is random. */
export const shardOf = (roomId: string): string => roomId.slice(-1)
