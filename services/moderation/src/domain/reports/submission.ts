import { REPORT_CATEGORIES, REPORT_REASON_MAX, type ReportCategory } from '@kla/proto/web'
import { isId, isOneOf, plainText } from '../plain-text.js'
import { isRefused, type Refused } from '../refusal.js'
import type { ReportContext } from './context.js'

/** What somebody reports. */
export interface Complaint {
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
