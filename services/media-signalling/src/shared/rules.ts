/**
 * What players may learn of each other: under `all` they connect directly and see each other's address, under `relay`
 * only addresses of TURN servers pass between them. The names are those of RTCIceTransportPolicy (W3C webrtc-pc).
 */
export type IceTransportPolicy = 'all' | 'relay'

/**
 * Whose addresses pass in signals: those of TURN servers, those by which the internet knows players as well, or all that a
 * browser finds, its own network's among them.
 */
export type PassingAddresses = 'relay' | 'public' | 'all'

/** `hostCandidates`: whether browsers are on one machine or network, as in local mode. */
export const passingUnder = (policy: IceTransportPolicy, hostCandidates: boolean): PassingAddresses =>
  policy === 'all' && !hostCandidates ? 'public' : policy

/** Where two configurations meet, as in the middle of a rollout, privacy wins. */
export const stricterOf = (one: IceTransportPolicy, other: IceTransportPolicy): IceTransportPolicy =>
  one === 'relay' || other === 'relay' ? 'relay' : 'all'

/** One end of a pairing. */
export interface Peer {
  readonly socketId: string
  readonly accountId: number
}

/** A seat of a room, as far as pairing minds. */
export interface SeatedPeer extends Peer {
  /** The username. */
  readonly name: string
  readonly takenAtMs: number
  /** False while the connection is lost and the grace runs. */
  readonly connected: boolean
}

/** Somebody who receives what the players send, and sends nothing. */
export interface WatchingPeer {
  readonly socketId: string
  readonly name: string
  readonly judge: boolean
}

export interface RoomSnapshot {
  /** Of two snapshots the higher one is newer. */
  readonly version: number
  readonly seats: readonly SeatedPeer[]
  /** Who watches without a seat. */
  readonly watchers: readonly WatchingPeer[]
}
