import type { LinkBand, LinkSide } from '@kla/proto/web'
import type { Reading } from './bands.js'

export interface Link {
  /** Null until the link is measured. */
  readonly band: LinkBand | null
  readonly side: LinkSide
  readonly reading: Reading | null
  /** True if this side, or the other one, sends no picture so that its sound arrives. */
  readonly soundOnly: boolean
  readonly theirSoundOnly: boolean
}

export const NO_LINK: Link = { band: null, side: 'unknown', reading: null, soundOnly: false, theirSoundOnly: false }
