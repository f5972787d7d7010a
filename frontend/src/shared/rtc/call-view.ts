import type { MediaState } from './media-state.js'
import { UNKNOWN_QUALITY, type Quality } from './quality.js'

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
