import type { EvidenceContent, MinorEvidence } from '@kla/proto/web'

export const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0

const POSSIBLE_MINOR = 'possible_minor'

/** Content that may be stored and seen, by category. */
export const contentOf = (category: string, ofMinors: MinorEvidence): EvidenceContent | 'none' =>
  category === POSSIBLE_MINOR ? ofMinors : 'stills'

/** State of a report according to moderation. */
export interface ReportState {
  readonly reportId: number
  readonly version: number
  readonly category: string
  readonly grave: boolean
  readonly expiresAtMs: number
  readonly held: boolean
  readonly hidden: boolean
}

export const isOneOf = <const T extends string>(choices: readonly T[], value: string): value is T =>
  (choices as readonly string[]).includes(value)
