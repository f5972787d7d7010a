/**
 * Under `all` players see each other's address; under `relay` only addresses of TURN servers pass. Named as
 * RTCIceTransportPolicy (W3C webrtc-pc).
 */
export type IceTransportPolicy = 'all' | 'relay'

/** Addresses of TURN servers, public ones as well, or also those of players' own networks. */
export type PassingAddresses = 'relay' | 'public' | 'all'

/** `hostCandidates`: browsers are on one machine or network, as in local mode. */
export const passingUnder = (policy: IceTransportPolicy, hostCandidates: boolean): PassingAddresses =>
  policy === 'all' && !hostCandidates ? 'public' : policy

/** During a rollout, privacy wins. */
export const stricterOf = (one: IceTransportPolicy, other: IceTransportPolicy): IceTransportPolicy =>
  one === 'relay' || other === 'relay' ? 'relay' : 'all'

export interface Peer {
  readonly socketId: string
  readonly accountId: number
  /** By which others know the player. Absent: the account id. */
  readonly alias?: number | undefined
}

export interface SeatedPeer extends Peer {
  readonly name: string
  readonly takenAtMs: number
  /** False during the grace period after a lost connection. */
  readonly connected: boolean
}

export interface WatchingPeer {
  readonly socketId: string
  readonly name: string
  readonly judge: boolean
  /** Absent for judges, who have none, and in records of the release before. */
  readonly accountId?: number | undefined
}

export interface RoomSnapshot {
  /** The higher one is newer. */
  readonly version: number
  readonly seats: readonly SeatedPeer[]
  readonly watchers: readonly WatchingPeer[]
}
