import {
  NOTES_MAX,
  REPORT_CATEGORIES,
  REPORT_STATUSES,
  REVIEW_ACTIONS,
  type ReportCategory,
  type ReportStatus,
  type ReviewAction,
} from '@kla/proto/web'
import { isOneOf, plainText } from '../plain-text.js'
import { isRefused, type Refused } from '../refusal.js'
import type { Report } from './report.js'

/** What an administrator changes of a report; what is undefined stays. */
export interface ReportChange {
  readonly category?: ReportCategory
  readonly status?: ReportStatus
  readonly notes?: string
}

/** Who decides, and when, Unix milliseconds. */
export interface Decider {
  readonly name: string
  readonly nowMs: number
}

/** A change as a call brings it, or that it makes no sense. */
export function readChange(given: {
  readonly category?: string | undefined
  readonly status?: string | undefined
  readonly notes?: string | undefined
}): ReportChange | Refused {
  const { category, status } = given
  const notes = given.notes === undefined ? undefined : plainText(given.notes, NOTES_MAX)
  if (typeof notes === 'object') return notes
  const sound =
    (category === undefined || isOneOf(REPORT_CATEGORIES, category)) &&
    (status === undefined || isOneOf(REPORT_STATUSES, status))
  if (!sound) return { refused: 'INVALID_FIELD' }
  return { ...(category && { category }), ...(status && { status }), ...(notes !== undefined && { notes }) }
}

/** The change that a review comes to. */
export function readReview(action: string, notes: string | undefined): ReportChange | Refused {
  if (!isReviewAction(action)) return { refused: 'INVALID_FIELD' }
  const change = readChange({ notes })
  return isRefused(change) ? change : { ...change, status: REVIEW_ACTIONS[action] }
}

const isReviewAction = (action: string): action is ReviewAction => Object.hasOwn(REVIEW_ACTIONS, action)

/** A report after a change. Whoever takes it out of the pending ones has reviewed it; pending again, nobody has. */
export function decide(report: Report, change: ReportChange, { name, nowMs }: Decider): Report {
  const changed = { ...report, ...change }
  if (changed.status === 'pending') return { ...changed, reviewedAtMs: undefined, reviewedBy: '' }
  if (report.status === 'pending') return { ...changed, reviewedAtMs: nowMs, reviewedBy: name }
  return changed
}
