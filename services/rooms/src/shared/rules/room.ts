import type {
  Reveal as RevealMessage,
  Room as RoomMessage,
  Seat as SeatMessage,
  Watcher as WatcherMessage,
} from '@kla/proto'
import type { Category, Mode, RoomOrigin } from '@kla/proto/web'

/** A room with its seats and watchers. */
export interface Room {
  readonly id: string
  readonly name: string
  readonly creator: string
  readonly creatorId?: number
  readonly creatorRevision?: number
  /** Set once two sat here, who keep their names. */
  readonly shared?: boolean
  readonly mode: Mode
  readonly capacity: number
  readonly category: Category
  readonly publicRoom: boolean
  /** Encoded Argon2id; empty for no passcode. */
  readonly passcodeHash: string
  readonly seats: readonly Seat[]
  readonly origin: RoomOrigin
  /** Accounts that alone may sit here. */
  readonly reservedFor: readonly number[]
  /** Set once a player took a reserved seat. */
  readonly entered?: boolean
  readonly tie: TieRoom | null
  readonly watchers: readonly Watcher[]
  readonly spectatorConsents: readonly number[]
  readonly reveal: Reveal | null
  readonly version: number
  readonly createdAtMs: number
}

/** Cup and tie of a room. */
export interface TieRoom {
  readonly cupId: string
  readonly tieId: string
  readonly cupName: string
}

/** Consents of both players to be seen. */
export interface Reveal {
  readonly epoch: number
  readonly ready: readonly number[]
  readonly openedAtMs: number | null
  readonly closed?: RevealClosing | undefined
}

/** The end of a reveal, and its cause. */
export interface RevealClosing {
  readonly by: number
  readonly why: 'withdrawn' | 'left' | 'lost' | 'seat' | 'watcher'
}

/** A player's account and public name. */
export interface Person {
  readonly accountId: number
  readonly username: string
  readonly discordId: string
  readonly avatar: string
  readonly nameRevision?: number
  /** Public alias; default: the account id. */
  readonly alias?: number
}

export const aliasOf = ({
  accountId,
  alias,
}: {
  readonly accountId: number
  readonly alias?: number | undefined
}): number => alias ?? accountId

/** A player's socket at a gateway. */
export interface Connection {
  readonly socketId: string
  readonly gatewayId: string
}

/** A seat; its player may be in grace. */
export interface Seat extends Person {
  /** Name after leaving, because the old was seen. */
  readonly renamed?: Person | undefined
  readonly connection: Connection
  readonly graceDeadlineMs: number
  readonly takenAtMs: number
  readonly claim: string
  readonly reserved?: boolean | undefined
  /** Peer that handovers keep; default: the socketId. */
  readonly peerId?: string | undefined
}

/** What happened to a seat. */
export interface SeatChange {
  readonly kind: 'taken' | 'left' | 'lost' | 'resumed'
  readonly seat: Seat
  /** Replaced connection of `resumed`; empty if the same. */
  readonly replacedSocketId: string
  readonly safety?: boolean | undefined
}

/** Sees and hears the room without a seat. */
export interface Watcher {
  readonly connection: Connection
  readonly name: string
  readonly judge: boolean
  readonly accountId: number
  readonly alias?: number | undefined
  readonly sinceMs: number
  readonly peerId?: string | undefined
  readonly claim?: string | undefined
  /** Administrator's identity for the audit log. */
  readonly administrator?: { readonly id: number; readonly name: string } | undefined
}

export const seatOf = (room: Room, accountId: number): Seat | undefined =>
  room.seats.find((seat) => seat.accountId === accountId)

/** Mode and category as one word. */
export const poolName = ({ mode, category }: Pick<Room, 'mode' | 'category'>): string => `${mode}:${category}`

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
export const SHARDS: readonly string[] = Array.from('0123456789abcdef')

const ROOM_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** True for a UUIDv7 in lower case. */
export const isRoomId = (text: string): boolean => ROOM_ID.test(text)

/** Last digit of the id, which is random. */
export const shardOf = (roomId: string): string => roomId.slice(-1)
