import { CATEGORIES_BY_GRAVITY, REPORT_MERGE_MS, type ReportCategory } from '@kla/proto/web'
import type { Submission } from './submission.js'

/** The part of a submission that counts for what a report says. */
export type Said = Pick<Submission, 'submittedAtMs' | 'reason'>

/** The graver of two categories. */
export const graver = (one: ReportCategory, other: ReportCategory): ReportCategory =>
  CATEGORIES_BY_GRAVITY.indexOf(one) <= CATEGORIES_BY_GRAVITY.indexOf(other) ? one : other

/** Whether two reports of one person by another are one. Clocks of two processes may differ a little. */
export const isOneReport = (createdAtMs: number, submittedAtMs: number): boolean =>
  Math.abs(submittedAtMs - createdAtMs) < REPORT_MERGE_MS

/** What submissions say together: each reason once, in the order in which they were submitted, however they arrived. */
export const mergedReason = (said: readonly Said[]): string =>
  [...new Set([...said].sort(inOrder).map(({ reason }) => reason))].join('\n\n')

const inOrder = (one: Said, other: Said): number =>
  one.submittedAtMs - other.submittedAtMs || (one.reason < other.reason ? -1 : 1)
