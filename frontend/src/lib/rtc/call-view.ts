import type { MediaState } from './media-state.js'
import { UNKNOWN_QUALITY, type Quality } from './quality.js'

export interface CallView {
  /** `idle`: there is nobody to connect with. `recovering`: it worked before. */
  connection: 'idle' | 'connecting' | 'connected' | 'recovering'
  /** The picture to show; the one before, until a new one has its first frame. */
  stream: MediaStream | null
  /** What the other side says of its camera and microphone; null until it does. */
  remote: MediaState | null
  quality: Quality
}

export const NO_CALL: CallView = { connection: 'idle', stream: null, remote: null, quality: UNKNOWN_QUALITY }
