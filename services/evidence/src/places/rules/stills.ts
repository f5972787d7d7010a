import { type EvidenceContent, type PackedStill, PATCH, STILL, unpackStills } from '@kla/proto/web'
import { isJpegWithin } from './jpeg.js'

export interface CheckedStills {
  readonly pictures: number
  readonly hasStills: boolean
}

/** Undefined unless the place accepts every picture. */
export function readStills(plaintext: Uint8Array, content: EvidenceContent): CheckedStills | undefined {
  const stills = unpackStills(plaintext)
  if (!stills?.every((one) => isSound(one, content))) return undefined
  return { pictures: stills.length, hasStills: stills.some(({ still }) => still.length > 0) }
}

function isSound({ takenAtMs, patch, still }: PackedStill, content: EvidenceContent): boolean {
  if (takenAtMs < 0 || !isJpegWithin(patch, PATCH)) return false
  return still.length === 0 || (content === 'stills' && isJpegWithin(still, STILL))
}
