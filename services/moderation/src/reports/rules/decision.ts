import {
  DELETIONS_ALONE_MAX, NOTES_MAX, REPORT_CATEGORIES, REPORT_STATUSES, type ReportCategory, type ReportStatus, REVIEW_ACTIONS,
  type ReviewAction,
} from '@kla/proto/web'
import { isOneOf, isRefused, plainText, type Refused } from '../../shared/rules.js'

/** A report as it stands. Times in Unix milliseconds. */
export interface Report {
  readonly id: number
  readonly createdAtMs: number
  readonly reporterId: number
  readonly reportedId: number
  readonly category: ReportCategory
  readonly status: ReportStatus
  readonly reason: string
  /** For administrators alone. */
  readonly notes: string
  /** How many submissions were merged into it, itself included. */
  readonly submissions: number
  /** Undefined while it is pending. */
  readonly reviewedAtMs: number | undefined
  /** The administrator's name; empty while it is pending. */
  readonly reviewedBy: string
  readonly held: boolean
}

/** What an administrator changes of a report; what is undefined stays. */
export interface ReportChange {
  readonly category?: ReportCategory
  readonly status?: ReportStatus
  readonly notes?: string
}

/** Who decides, and when, Unix milliseconds. */
interface Decider {
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

/**
 * Whether an administrator may delete reports without a second person. `asked`: named in the call; `found`: of them, those
 * that are there; `before`: those that the same administrator has deleted alone a short while ago.
 */
export const mayDeleteAlone = ({ asked, found, before }: { asked: number; found: number; before: number }): boolean =>
  asked <= DELETIONS_ALONE_MAX && before + found <= DELETIONS_ALONE_MAX

/** What an approval of a deletion is good for: these reports, in whichever order. */
export const deletionTerms = (ids: readonly number[]) => ({
  action: 'reports.delete',
  params: { ids: [...new Set(ids)].sort((one, other) => one - other) },
})
