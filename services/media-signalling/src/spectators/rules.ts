import { peerIdOf, type Room } from '@kla/proto'
import type { IceTransportPolicy, Peer, RoomSnapshot, WatchingPeer } from '../shared/rules.js'

/** A player whose media watchers receive. */
export interface WatchedPlayer extends Peer {
  readonly name: string
}

/** Connections of a room's watchers. */
export interface WatchSession {
  readonly generation: number
  readonly players: readonly WatchedPlayer[]
  readonly watchers: readonly WatchingPeer[]
  readonly policy: IceTransportPolicy
  readonly announced: boolean
}

export function watchingAfter(
  known: WatchSession | undefined,
  { version, seats, watchers }: RoomSnapshot,
  policy: IceTransportPolicy,
): WatchSession | undefined {
  if (!known && watchers.length === 0) return undefined
  // No connection starts with a lost socket.
  const players = seats
    .filter(({ socketId, connected }) => connected || isAmong(known?.players ?? [], socketId))
    .map(({ socketId, accountId, alias, name }) => ({
      socketId,
      accountId,
      name,
      ...(alias === undefined ? {} : { alias }),
    }))
  if (known && isSame(known.players, players) && isSame(known.watchers, watchers)) return known
  const unwatched = watchers.length === 0 && (known?.watchers.length ?? 0) === 0
  return { generation: version, players, watchers, policy, announced: unwatched || players.length === 0 }
}

/** What one socket learns about watching. */
export type WatchPart =
  | {
      readonly socketId: string
      readonly watching: true
      readonly accountId?: number | undefined
      readonly peers: readonly WatchedPlayer[]
    }
  | {
      readonly socketId: string
      readonly watching: false
      readonly accountId: number
      readonly peers: readonly WatchingPeer[]
    }

export const watchPartsOf = ({ players, watchers }: WatchSession): WatchPart[] => [
  ...players.map(({ socketId, accountId }) => ({ socketId, accountId, watching: false as const, peers: watchers })),
  ...watchers.map(({ socketId, accountId }) => ({ socketId, accountId, watching: true as const, peers: players })),
]

/** True with both consents, and no grace period. */
export function isPermitted(
  { players, watchers }: WatchSession,
  room: Pick<Room, 'seats' | 'capacity' | 'watchers' | 'spectatorConsents'>,
): boolean {
  const { seats, capacity, spectatorConsents } = room
  const connected = seats.filter((seat) => seat.connection !== undefined && seat.graceDeadlineMs === 0)
  if (connected.length !== capacity || players.length !== capacity) return false
  const consented = seats.every(({ accountId }) => spectatorConsents.includes(accountId))
  return (
    players.every(({ socketId }) => seats.some((seat) => peerIdOf(seat) === socketId)) &&
    watchers.every(({ socketId, judge }) =>
      room.watchers.some((known) => peerIdOf(known) === socketId && known.judge === judge && (judge || consented)),
    )
  )
}

export const isAmong = (peers: readonly { readonly socketId: string }[], socketId: string): boolean =>
  peers.some((peer) => peer.socketId === socketId)

const isSame = (
  some: readonly { readonly socketId: string }[],
  others: readonly { readonly socketId: string }[],
): boolean => some.length === others.length && some.every(({ socketId }) => isAmong(others, socketId))
