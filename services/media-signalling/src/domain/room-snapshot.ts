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
