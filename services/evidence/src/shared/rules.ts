import { type EvidenceContent, type MinorEvidence, REPORT_CATEGORIES, type ReportCategory } from '@kla/proto/web'

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
  /** Undefined if not received yet. */
  readonly reportedId?: number | undefined
}

export const isCategory = (value: string): value is ReportCategory =>
  (REPORT_CATEGORIES as readonly string[]).includes(value)
