import type { StartPeersData } from '@kla/proto/web'
import type { MediaState } from './media-state.js'
import type { Peer } from './peer.js'
import { type Quality, type QualitySample, UNKNOWN_QUALITY } from './quality.js'

export interface CallView {
  /** `idle`: there is nobody to connect with. `recovering`: it worked before. */
  connection: 'idle' | 'connecting' | 'connected' | 'recovering'
  /**
   * The picture to show; the one before, until a new one has its first frame. Where there is none before it is there as soon
   * as it is known: what is to show it gets ready while the connection does, and the first frame waits for nothing.
   */
  stream: MediaStream | null
  /** Whether it has brought a frame, or none in the time that it had for one. */
  live: boolean
  /** What the other side says of its camera and microphone; null until it does. */
  remote: MediaState | null
  quality: Quality
}

export const NO_CALL: CallView = {
  connection: 'idle',
  stream: null,
  live: false,
  remote: null,
  quality: UNKNOWN_QUALITY,
}

/** The room's state and the introduction that goes with it come this close together, in either order. */
const SAME_PAIRING_MS = 3_000

/** One connection of a call, with what is known of the pair it belongs to. */
export interface Generation {
  start: StartPeersData
  /** The other player's connection to the server. */
  readonly to: string
  /** This player's, where it is known. */
  ownSocketId: string | null
  readonly peer: Peer
  /** When it was begun because of the room's state, and no introduction has come since; otherwise null. */
  introductionDueSince: number | null
  /** The other side's `RTCPeerConnection`; see {@link originOf}. */
  remoteOrigin: string | null
  /** The last look at the connection. */
  sample: QualitySample | null
  /** Calls off what it waits for. */
  readonly callOff: (() => void)[]
}

export const peerOf = (start: StartPeersData): string | undefined => start.peers[0]?.socketId

/** Whether an introduction only says again what the room's state has just said. */
export const isIntroduced = ({ to, introductionDueSince }: Generation, start: StartPeersData, now: number): boolean =>
  introductionDueSince !== null && now - introductionDueSince <= SAME_PAIRING_MS && peerOf(start) === to

/** Whether a connection is of the pair that the room's state names: both ends' connections to the server are the same. */
export const isOfPair = (generation: Generation, start: StartPeersData, ownSocketId: string | null): boolean => {
  const known = generation.ownSocketId
  return peerOf(start) === generation.to && (known === null || ownSocketId === null || known === ownSocketId)
}
