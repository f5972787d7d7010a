/**
 * Under `all` players connect directly and see each other's address; under `relay` only addresses of TURN servers pass.
 * Named as RTCIceTransportPolicy (W3C webrtc-pc).
 */
export type IceTransportPolicy = 'all' | 'relay'

/** Which addresses pass in signals: those of TURN servers, public ones as well, or also those of players' own networks. */
export type PassingAddresses = 'relay' | 'public' | 'all'

/** `hostCandidates`: whether browsers are on one machine or network, as in local mode. */
export const passingUnder = (policy: IceTransportPolicy, hostCandidates: boolean): PassingAddresses =>
  policy === 'all' && !hostCandidates ? 'public' : policy

/** Where two configurations meet, as during a rollout, privacy wins. */
export const stricterOf = (one: IceTransportPolicy, other: IceTransportPolicy): IceTransportPolicy =>
  one === 'relay' || other === 'relay' ? 'relay' : 'all'

/** One end of a pairing. */
export interface Peer {
  readonly socketId: string
  readonly accountId: number
}

/** A seat, as far as pairing needs it. */
export interface SeatedPeer extends Peer {
  /** The username. */
  readonly name: string
  readonly takenAtMs: number
  /** False during the grace period after a lost connection. */
  readonly connected: boolean
}

/** A watcher receives what the players send, and sends nothing. */
export interface WatchingPeer {
  readonly socketId: string
  readonly name: string
  readonly judge: boolean
}

export interface RoomSnapshot {
  /** Of two snapshots the higher one is newer. */
  readonly version: number
  readonly seats: readonly SeatedPeer[]
  /** Watchers without a seat. */
  readonly watchers: readonly WatchingPeer[]
}
