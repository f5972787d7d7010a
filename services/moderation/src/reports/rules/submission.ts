import type { Refused } from '@kla/chassis'
import {
  BANNED_REPORTS_PER_DAY,
  CATEGORIES_BY_GRAVITY,
  INCIDENT_MAX,
  ONE_PRESS_CATEGORIES,
  refusedField,
  REPORT_CATEGORIES,
  REPORT_MERGE_MS,
  REPORT_REASON_MAX,
  type ReportCategory,
  REPORTS_PER_DAY,
} from '@kla/proto/web'
import type { ReportContext } from '../../evidence/index.js'
import { isId, isOneOf, isRefused, plainText } from '../../shared/rules.js'

interface Complaint {
  readonly reporterId: number
  readonly reportedId: number
  readonly category: ReportCategory
  /** Empty only for a one-press report. */
  readonly reason: string
}

/** A complaint with its reporter, time and context. */
export interface Submission extends Complaint {
  readonly submittedAtMs: number
  readonly requestId: string
  readonly context: ReportContext | undefined
}

export function readComplaint(
  reporterId: number,
  given: { readonly reportedId: number; readonly category: string; readonly reason: string; readonly incident: string },
): Complaint | Refused {
  const needsNoReason = given.incident !== '' && isOneOf(ONE_PRESS_CATEGORIES, given.category)
  const reason = plainText(given.reason, REPORT_REASON_MAX, 'reason')
  if (reason === '' && !needsNoReason) return { refused: 'REPORT_REASON_REQUIRED' }
  if (isRefused(reason)) return reason
  const { reportedId, category } = given
  if (!isOneOf(REPORT_CATEGORIES, category)) return refusedField('category')
  if (!isId(reportedId)) return refusedField('reportedId')
  if (given.incident.length > INCIDENT_MAX) return refusedField('incident')
  if (reportedId === reporterId) return { refused: 'CANNOT_REPORT_YOURSELF' }
  return { reporterId, reportedId, category, reason }
}

/** Every reader may report public names; an unconfirmed incident proves nothing. */
export const mayReport = (
  { category, incident }: { readonly category: ReportCategory; readonly incident: string },
  { met, namedInPublic }: { readonly met: boolean; readonly namedInPublic: boolean },
): boolean => met || (incident === '' && category === 'name' && namedInPublic)

/** Lower while any ban is in force. `untilMs` 0 means permanent. */
export const reportsPerDay = (restrictions: readonly { readonly untilMs: number }[], nowMs: number): number =>
  restrictions.some(({ untilMs }) => untilMs === 0 || untilMs > nowMs) ? BANNED_REPORTS_PER_DAY : REPORTS_PER_DAY

/** Id and category of a submitted report. */
export interface StoredReport {
  readonly id: number
  readonly category: ReportCategory
}

/** A pending report that may take another submission. */
export interface OpenReport {
  readonly id: number
  readonly createdAtMs: number
  readonly category: ReportCategory
}

export type SubmittedReason = Pick<Submission, 'submittedAtMs' | 'reason'>

/** An open report after merging a submission. */
export interface MergedReport {
  readonly category: ReportCategory
  readonly reason: string
  readonly submissions: number
  readonly createdAtMs: number
}

/** An administrator may have changed the category. */
export function merged(open: OpenReport, before: readonly SubmittedReason[], submission: Submission): MergedReport {
  const said = [...before, submission]
  return {
    category: graver(open.category, submission.category),
    reason: mergedReason(said),
    submissions: said.length,
    createdAtMs: Math.min(open.createdAtMs, submission.submittedAtMs),
  }
}

export const graver = (one: ReportCategory, other: ReportCategory): ReportCategory =>
  CATEGORIES_BY_GRAVITY.indexOf(one) <= CATEGORIES_BY_GRAVITY.indexOf(other) ? one : other

/** Works in either order: pods' clocks differ. */
export const isOneReport = (createdAtMs: number, submittedAtMs: number): boolean =>
  Math.abs(submittedAtMs - createdAtMs) < REPORT_MERGE_MS

export const mergedReason = (said: readonly SubmittedReason[]): string =>
  [...new Set([...said].sort(inOrder).map(({ reason }) => reason))].filter((reason) => reason !== '').join('\n\n')

const inOrder = (one: SubmittedReason, other: SubmittedReason): number =>
  one.submittedAtMs - other.submittedAtMs || (one.reason < other.reason ? -1 : 1)

export type RandomBelow = (below: number) => number

const FIRST = 100_000_000
const LAST = 999_999_999

/** Nine random digits, which reveal nothing. */
export const randomReportId = (random: RandomBelow): number => FIRST + random(LAST - FIRST + 1)
