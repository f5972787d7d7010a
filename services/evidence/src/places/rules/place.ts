import type { Refused } from '@kla/chassis'
import type { EvidenceContent } from '@kla/proto/web'

/** Place that a reporter may fill once. */
export interface Place {
  readonly reportId: number
  readonly reporterId: number
  readonly content: EvidenceContent
  readonly untilMs: number
  readonly sealedSha256: Uint8Array | undefined
}

interface Storing {
  readonly accountId: number
  readonly sha256: Uint8Array
  readonly nowMs: number
}

/** `again`: the same bytes are stored already. */
export function decideStore(
  place: Place | undefined,
  { accountId, sha256, nowMs }: Storing,
): 'store' | 'again' | Refused {
  if (!place || place.reporterId !== accountId) return GONE
  const { sealedSha256: used } = place
  if (used) return used.every((byte, at) => byte === sha256[at]) ? 'again' : GONE
  return place.untilMs > nowMs ? 'store' : GONE
}

export const GONE = { refused: 'EVIDENCE_PLACE_GONE' } as const satisfies Refused
