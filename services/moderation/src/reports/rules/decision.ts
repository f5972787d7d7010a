import type { Refused } from '@kla/chassis'
import {
  DELETIONS_ALONE_MAX,
  NOTES_MAX,
  REPORT_CATEGORIES,
  REPORT_STATUSES,
  REVIEW_ACTIONS,
  type ReportCategory,
  type ReportStatus,
  type ReviewAction,
} from '@kla/proto/web'
import { isGrave, isOneOf, isRefused, plainText } from '../../shared/rules.js'

export interface Report {
  readonly id: number
  readonly createdAtMs: number
  readonly reporterId: number
  readonly reportedId: number
  readonly category: ReportCategory
  readonly status: ReportStatus
  readonly reason: string
  /** For administrators only. */
  readonly notes: string
  /** Merged submissions, itself included. */
  readonly submissions: number
  /** Undefined while it is pending. */
  readonly reviewedAtMs: number | undefined
  readonly reviewedBy: string
  readonly held: boolean
}

export interface ReportChange {
  readonly category?: ReportCategory
  readonly status?: ReportStatus
  readonly notes?: string
}

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

export function readReview(action: string, notes: string | undefined): ReportChange | Refused {
  if (!isReviewAction(action)) return { refused: 'INVALID_FIELD' }
  const change = readChange({ notes })
  return isRefused(change) ? change : { ...change, status: REVIEW_ACTIONS[action] }
}

const isReviewAction = (action: string): action is ReviewAction => Object.hasOwn(REVIEW_ACTIONS, action)

/** Leaving "pending" is a review; returning to it undoes that. */
export function decide(report: Report, change: ReportChange, { name, nowMs }: { name: string; nowMs: number }): Report {
  const changed = { ...report, ...change }
  if (changed.status === 'pending') return { ...changed, reviewedAtMs: undefined, reviewedBy: '' }
  if (report.status === 'pending') return { ...changed, reviewedAtMs: nowMs, reviewedBy: name }
  return changed
}

/**
 * `asked`: ids in the request; `alone`: recently deleted without approval. An approver who may not see grave reports
 * has not approved those that became grave since.
 */
export function deletable(
  found: readonly Report[],
  { asked, alone, approval }: { asked: number; alone: number; approval: { readonly restricted: boolean } | undefined },
): readonly Report[] | 'second-person-required' {
  if (approval) return approval.restricted ? found : found.filter(({ category }) => !isGrave(category))
  const few = asked <= DELETIONS_ALONE_MAX && alone + found.length <= DELETIONS_ALONE_MAX
  return few ? found : 'second-person-required'
}

export const deletionTerms = (ids: readonly number[]) => ({
  action: 'reports.delete',
  params: { ids: [...new Set(ids)].sort((one, other) => one - other) },
})
