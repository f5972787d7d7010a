import type { StartPeersData } from '@kla/proto/web'
import { type Link, NO_LINK } from './adaptation/link.js'
import type { MediaState } from './media-state.js'
import type { Peer } from './peer.js'

/** Room state and introduction come this close together, in either order. */
const SAME_PAIRING_MS = 3_000

/** One connection of a call and its pair. */
export interface Generation {
  start: StartPeersData
  readonly to: string
  ownSocketId: string | null
  readonly peer: Peer
  /** True once it showed a frame. */
  pictured: boolean
  /** Set if begun from the room's state. */
  introductionDueSince: number | null
  /** See {@link originOf}. */
  remoteOrigin: string | null
  relay: string | null
  callOffRestart: () => void
  readonly callOff: (() => void)[]
}

export const peerOf = (start: StartPeersData): string | undefined => start.peers[0]?.socketId

/** True if an introduction only repeats the room's state. */
export const isIntroduced = ({ to, introductionDueSince }: Generation, start: StartPeersData, now: number): boolean =>
  introductionDueSince !== null && now - introductionDueSince <= SAME_PAIRING_MS && peerOf(start) === to

/** True if both socket ids match the room's state. */
export const isOfPair = (generation: Generation, start: StartPeersData, ownSocketId: string | null): boolean => {
  const known = generation.ownSocketId
  return peerOf(start) === generation.to && (known === null || ownSocketId === null || known === ownSocketId)
}

/** What the room shows of a call. */
export interface CallView {
  /** `recovering`: it worked before. `impossible`: the browser cannot connect players. */
  connection: 'idle' | 'connecting' | 'connected' | 'recovering' | 'impossible'
  /** Keeps the previous picture until the next frame. */
  stream: MediaStream | null
  /** True if it has a frame, or the time for one has passed. */
  live: boolean
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
