import { CATEGORIES_BY_GRAVITY, REPORT_CATEGORIES, REPORT_MERGE_MS, REPORT_REASON_MAX, type ReportCategory } from '@kla/proto/web'
import type { ReportContext } from '../../evidence/index.js'
import { isId, isOneOf, isRefused, plainText, type Refused } from '../../shared/rules.js'

/** What somebody reports. */
interface Complaint {
  readonly reporterId: number
  readonly reportedId: number
  readonly category: ReportCategory
  readonly reason: string
}

/** A complaint as it came in, with what the server knew in that moment. */
export interface Submission extends Complaint {
  /** Unix milliseconds. */
  readonly submittedAtMs: number
  /** The call that brought it: repeated on its way, it adds nothing. */
  readonly requestId: string
  /** Undefined when the two have met nowhere: the name of the reported is public. */
  readonly context: ReportContext | undefined
}

/** A complaint that can be looked into, or why it is none. */
export function readComplaint(
  reporterId: number,
  given: { readonly reportedId: number; readonly category: string; readonly reason: string },
): Complaint | Refused {
  if (given.reason.trim() === '') return { refused: 'REPORT_REASON_REQUIRED' }
  const reason = plainText(given.reason, REPORT_REASON_MAX)
  if (isRefused(reason)) return reason
  const { reportedId, category } = given
  if (!isOneOf(REPORT_CATEGORIES, category) || !isId(reportedId)) return { refused: 'INVALID_FIELD' }
  if (reportedId === reporterId) return { refused: 'CANNOT_REPORT_YOURSELF' }
  return { reporterId, reportedId, category, reason }
}

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

/** A whole number from 0 to below `below`, each as likely as any other and not to be foreseen. */
export type RandomBelow = (below: number) => number

const FIRST = 100_000_000
const LAST = 999_999_999

/** An id of nine digits that tells nothing of the report's queue, of its place in time, or of how many there are. */
export const drawReportId = (random: RandomBelow): number => FIRST + random(LAST - FIRST + 1)
