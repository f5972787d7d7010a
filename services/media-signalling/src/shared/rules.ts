/**
 * Policy named like RTCIceTransportPolicy (W3C webrtc-pc). `all` shows players each other's address; `relay` only shows
 * TURN servers.
 */
export type IceTransportPolicy = 'all' | 'relay'

/** Addresses of TURN servers, public ones as well, or even those of players' own networks. */
export type PassingAddresses = 'relay' | 'public' | 'all'

/** `hostCandidates` means that browsers share a machine or network, as in local mode. */
export const passingUnder = (policy: IceTransportPolicy, hostCandidates: boolean): PassingAddresses =>
  policy === 'all' && !hostCandidates ? 'public' : policy

/** Prefers privacy during a rollout. */
export const stricterOf = (one: IceTransportPolicy, other: IceTransportPolicy): IceTransportPolicy =>
  one === 'relay' || other === 'relay' ? 'relay' : 'all'

export interface Peer {
  readonly socketId: string
  readonly accountId: number
  /** Public alias of the player. Absent: the account id. */
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
  /** Absent for judges and in records of the previous release. */
  readonly accountId?: number | undefined
}

export interface RoomSnapshot {
  /** Version of the room; higher is newer. */
  readonly version: number
  readonly seats: readonly SeatedPeer[]
  readonly watchers: readonly WatchingPeer[]
}
