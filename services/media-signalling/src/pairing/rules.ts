import { type IceTransportPolicy, type Peer, type RoomSnapshot, type SeatedPeer, stricterOf } from '../shared/rules.js'
import type { WatchSession } from '../spectators/index.js'

/** Session that outlives its pair, so that late snapshots cannot restore it. */
export interface PeerSession {
  readonly roomVersion: number
  /** Room version at the start; 0 without a pair. */
  readonly generation: number
  /** Players in sitting order; the first is impolite (W3C "perfect negotiation"). */
  readonly pair: readonly [impolite: Peer, polite: Peer] | null
  readonly policy: IceTransportPolicy
  readonly announced: boolean
  readonly watching?: WatchSession | undefined
}

export function pairUp(
  session: PeerSession | undefined,
  room: RoomSnapshot,
  policy: IceTransportPolicy,
): PeerSession | undefined {
  if (session && room.version <= session.roomVersion) return undefined
  // The video may outlive a socket.
  if (session?.pair && bothStillSit(session.pair, room.seats)) return { ...session, roomVersion: room.version }
  const [first, second] = [...room.seats].sort(bySittingDown)
  if (room.seats.length === 2 && first?.connected && second?.connected) {
    return {
      roomVersion: room.version,
      generation: room.version,
      pair: [peerOf(first), peerOf(second)],
      policy,
      announced: false,
    }
  }
  return { roomVersion: room.version, generation: 0, pair: null, policy, announced: true }
}

export function connects(session: PeerSession | undefined, from: string, to: string): boolean {
  if (!session?.pair) return false
  const [impolite, polite] = session.pair
  return (
    (impolite.socketId === from && polite.socketId === to) || (impolite.socketId === to && polite.socketId === from)
  )
}

/** Player's part of a pair. */
export interface PeerPart {
  readonly self: Peer
  readonly other: Peer
  readonly polite: boolean
}

export function partsOf(session: PeerSession): readonly PeerPart[] {
  if (!session.pair) return []
  const [impolite, polite] = session.pair
  return [
    { self: impolite, other: polite, polite: false },
    { self: polite, other: impolite, polite: true },
  ]
}

export const policyOf = (session: PeerSession, own: IceTransportPolicy): IceTransportPolicy =>
  stricterOf(session.policy, own)

export const isUnpublished = ({ pair, announced, watching }: PeerSession): boolean =>
  (pair !== null && !announced) || watching?.announced === false

export const asPublished = (session: PeerSession): PeerSession => ({
  ...session,
  announced: true,
  ...(session.watching ? { watching: { ...session.watching, announced: true } } : {}),
})

const peerOf = ({ socketId, accountId, alias }: SeatedPeer): Peer => ({
  socketId,
  accountId,
  ...(alias === undefined ? {} : { alias }),
})

const bySittingDown = (one: SeatedPeer, other: SeatedPeer): number =>
  one.takenAtMs - other.takenAtMs || one.accountId - other.accountId

const bothStillSit = (pair: readonly Peer[], seats: readonly SeatedPeer[]): boolean =>
  seats.length === 2 && pair.every((peer) => seats.some((seat) => seat.socketId === peer.socketId))
