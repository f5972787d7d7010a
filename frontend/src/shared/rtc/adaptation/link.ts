import type { LinkBand, LinkSide } from '@kla/proto/web'
import type { Reading } from './bands.js'

/** Quality of the link with the opponent. */
export interface Link {
  /** Null until measured. */
  readonly band: LinkBand | null
  readonly side: LinkSide
  readonly reading: Reading | null
  /** True if either side pauses its video for its audio. */
  readonly soundOnly: boolean
  readonly theirSoundOnly: boolean
}

export const NO_LINK: Link = { band: null, side: 'unknown', reading: null, soundOnly: false, theirSoundOnly: false }
