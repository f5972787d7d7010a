import type { Category, Mode } from '@kla/proto/web'

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
  /** Rises by one with every change, from 1. */
  readonly version: number
  readonly createdAtMs: number
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
