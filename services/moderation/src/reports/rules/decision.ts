import type { Refused } from '@kla/chassis'
import {
  DELETIONS_ALONE_MAX,
  type Freshness,
  freshnessOf,
  invalidInput,
  NOTES_MAX,
  refusedField,
  REPORT_CATEGORIES,
  REPORT_STATUSES,
  type ReportCategory,
  type ReportStatus,
  REVIEW_ACTIONS,
  type ReviewAction,
  type Versioned,
} from '@kla/proto/web'
import type { Note } from '../../shared/notes.js'
import { isGrave, isOneOf, isRefused, plainText } from '../../shared/rules.js'

/** A report as administrators see it. */
export interface Report extends Versioned {
  readonly id: number
  readonly createdAtMs: number
  readonly reporterId: number
  readonly reportedId: number
  readonly category: ReportCategory
  /** Other categories of its submissions. */
  readonly otherCategories: readonly ReportCategory[]
  readonly status: ReportStatus
  readonly reason: string
  readonly notes: string
  readonly thread: readonly Note[]
  readonly submissions: number
  readonly reviewedAtMs: number | undefined
  readonly reviewedBy: string
  readonly held: boolean
  readonly changedAtMs: number | undefined
  readonly changedBy: string
}

/** Fields that an administrator changes; absent ones stay. */
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
  const notes = given.notes === undefined ? undefined : plainText(given.notes, NOTES_MAX, 'notes')
  if (typeof notes === 'object') return notes
  if (category !== undefined && !isOneOf(REPORT_CATEGORIES, category)) return refusedField('category')
  if (status !== undefined && !isOneOf(REPORT_STATUSES, status)) return refusedField('status')
  return { ...(category && { category }), ...(status && { status }), ...(notes !== undefined && { notes }) }
}

export function readReview(action: string, notes: string | undefined): ReportChange | Refused {
  if (!isReviewAction(action)) return refusedField('action')
  const change = readChange({ notes })
  return isRefused(change) ? change : { ...change, status: REVIEW_ACTIONS[action] }
}

const isReviewAction = (action: string): action is ReviewAction => Object.hasOwn(REVIEW_ACTIONS, action)

export interface Decider {
  readonly id: number
  readonly name: string
  readonly nowMs: number
  readonly noteId: string
}

/** A changed report and its new note. */
export interface Decision {
  readonly after: Report
  readonly note: Note | undefined
}

/** Setting a status decides; "pending" undoes that. A new text becomes a note. */
export function decide(report: Report, { notes = '', ...fields }: ReportChange, by: Decider): Decision {
  const { id: byId, name, nowMs, noteId } = by
  const note =
    notes === '' || notes === report.notes ? undefined : { id: noteId, byId, by: name, atMs: nowMs, text: notes }
  const changed = { ...report, ...fields, ...(note && { notes, thread: [...report.thread, note] }) }
  const reviewed = fields.status === undefined ? {} : { reviewedAtMs: nowMs, reviewedBy: name }
  const review = changed.status === 'pending' ? { reviewedAtMs: undefined, reviewedBy: '' } : reviewed
  return { after: { ...changed, ...review, changedAtMs: nowMs, changedById: byId, changedBy: name }, note }
}

/** A report that stays as it is, with all others of its request. */
export interface Kept {
  readonly id: number
  readonly why: 'one_by_one' | 'claimed'
}

/** Refuses a request, and names the reports that are in the way. */
export function keptRefusal(kept: readonly Kept[], alone: boolean, verb: 'Decide' | 'Delete' = 'Decide'): Refused {
  const idsOf = (wanted: Kept['why']) =>
    kept
      .filter(({ why }) => why === wanted)
      .map(({ id }) => `#${id}`)
      .join(', ')
  const oneByOne = idsOf('one_by_one')
  if (oneByOne !== '') return invalidInput(`${verb} these reports one by one: ${oneByOne}. Nothing was changed.`)
  if (alone) return { refused: 'JOB_CLAIMED' }
  return {
    refused: 'JOB_CLAIMED',
    text: `Someone else is working on these reports: ${idsOf('claimed')}. Nothing was changed.`,
  }
}

export const freshness = (
  report: Report,
  { category = report.category, status = report.status, notes = report.notes }: ReportChange,
  { id: byId, version }: { readonly id: number; readonly version: number | undefined },
): Freshness =>
  freshnessOf(
    report,
    { version, byId },
    () => category === report.category && status === report.status && (notes === '' || notes === report.notes),
  )

/**
 * Returns what may be deleted. `alone` counts recent deletions without approval. Approvals by administrators without
 * access to grave reports do not cover reports that became grave since.
 */
export function deletable(
  found: readonly Report[],
  { asked, alone, approval }: { asked: number; alone: number; approval: { readonly restricted: boolean } | undefined },
): readonly Report[] | 'second-person-required' {
  if (approval) return approval.restricted ? found : found.filter(({ category }) => !isGrave(category))
  const few = asked <= DELETIONS_ALONE_MAX && alone + found.length <= DELETIONS_ALONE_MAX
  return few ? found : 'second-person-required'
}

/** Action of each audit entry about a bulk change. */
export const BULK_ACTION = 'reports.bulk'

export const DELETE_ACTION = 'reports.delete'

/** Deletion of these reports on these versions: 0 for a report that was not found. */
export function deletionTerms(ids: readonly number[], found: readonly Pick<Report, 'id' | 'version'>[]) {
  const { action, params } = unversionedDeletionTerms(ids)
  const versions = params.ids.map((id) => found.find((report) => report.id === id)?.version ?? 0)
  return { action, params: { ...params, versions } }
}

/** Terms of approvals that the former release asked for. */
export const unversionedDeletionTerms = (ids: readonly number[]) => ({
  action: DELETE_ACTION,
  params: { ids: [...new Set(ids)].sort((one, other) => one - other) },
})
