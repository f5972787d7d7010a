import type { StartPeersData } from '@kla/proto/web'
import { type Link, NO_LINK } from './coach/link.js'
import type { MediaState } from './media-state.js'
import type { Peer } from './peer.js'

/** The room's state and the matching introduction arrive this close together, in either order. */
const SAME_PAIRING_MS = 3_000

/** One connection of a call, with what identifies its pair. */
export interface Generation {
  start: StartPeersData
  readonly to: string
  ownSocketId: string | null
  readonly peer: Peer
  /** Time since which an introduction is due, as the connection began from the room's state; otherwise null. */
  introductionDueSince: number | null
  /** Identifies the opponent's `RTCPeerConnection`; see {@link originOf}. */
  remoteOrigin: string | null
  /** TURN server in use at the last look. */
  relay: string | null
  callOffRestart: () => void
  readonly callOff: (() => void)[]
}

export const peerOf = (start: StartPeersData): string | undefined => start.peers[0]?.socketId

/** True if an introduction only repeats what the room's state has just said. */
export const isIntroduced = ({ to, introductionDueSince }: Generation, start: StartPeersData, now: number): boolean =>
  introductionDueSince !== null && now - introductionDueSince <= SAME_PAIRING_MS && peerOf(start) === to

/** True if both socket ids are those that the room's state names. */
export const isOfPair = (generation: Generation, start: StartPeersData, ownSocketId: string | null): boolean => {
  const known = generation.ownSocketId
  return peerOf(start) === generation.to && (known === null || ownSocketId === null || known === ownSocketId)
}

export interface CallView {
  /** `idle`: there is no opponent. `recovering`: it worked before. `impossible`: the browser makes no connections. */
  connection: 'idle' | 'connecting' | 'connected' | 'recovering' | 'impossible'
  /**
   * Picture to show: the previous one until the new one has a frame; without one, set at once so that the element is
   * ready.
   */
  stream: MediaStream | null
  /** True if it has a frame, or the time for one has passed. */
  live: boolean
  /** The opponent's own report; null until received. */
  remote: MediaState | null
  link: Link
}

export const NO_CALL: CallView = {
  connection: 'idle',
  stream: null,
  live: false,
  remote: null,
  link: NO_LINK,
}
