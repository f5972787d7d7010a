/** RTCIceTransportPolicy (W3C webrtc-pc). `all` shows players each other's address; `relay` only TURN servers. */
export type IceTransportPolicy = 'all' | 'relay'

/** Addresses allowed through: TURN servers', public ones, or local ones too. */
export type AllowedAddresses = 'relay' | 'public' | 'all'

/** `hostCandidates`: browsers share a machine or network, as in local mode. */
export const allowedAddresses = (policy: IceTransportPolicy, hostCandidates: boolean): AllowedAddresses =>
  policy === 'all' && !hostCandidates ? 'public' : policy

/** Prefers privacy during a rollout. */
export const stricterOf = (one: IceTransportPolicy, other: IceTransportPolicy): IceTransportPolicy =>
  one === 'relay' || other === 'relay' ? 'relay' : 'all'

/** Player's or watcher's end of a connection. */
export interface Peer {
  readonly socketId: string
  readonly accountId: number
  readonly alias?: number | undefined
}

/** Player in a seat of the room. */
export interface SeatedPeer extends Peer {
  readonly name: string
  readonly takenAtMs: number
  /** False in the grace period after a lost connection. */
  readonly connected: boolean
}

/** Spectator or judge of a room. */
export interface WatchingPeer {
  readonly socketId: string
  readonly name: string
  readonly judge: boolean
  /** Absent for judges. */
  readonly accountId?: number | undefined
}

/** Seats and watchers of a room. */
export interface RoomSnapshot {
  readonly version: number
  /** True if a player has just sat down, so that this may be the room's first pair. */
  readonly joined?: boolean
  readonly seats: readonly SeatedPeer[]
  readonly watchers: readonly WatchingPeer[]
}
