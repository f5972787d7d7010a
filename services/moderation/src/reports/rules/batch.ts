import type { Refused } from '@kla/chassis'
import {
  BATCH_STATUSES,
  type BatchStatus,
  BULK_MAX,
  isUuid,
  type LeftOutWhy,
  ONE_BY_ONE_CATEGORIES,
  type Reason,
  REASON_MAX,
  refusedField,
  type ReportCategory,
  UNDO_MS,
} from '@kla/proto/web'
import { choice, isId, isOneOf, requiredText, soundFields } from '../../shared/rules.js'

/** A pending report by the reporter. */
export interface BatchCandidate {
  readonly id: number
  readonly version: number
  readonly createdAtMs: number
  readonly reportedId: number
  readonly category: ReportCategory
  readonly otherCategories: readonly ReportCategory[]
  /** Claim in force on its job. */
  readonly claim: { readonly byId: number; readonly by: string } | undefined
}

/** A report that stays as it is. */
export interface LeftOut {
  readonly report: Pick<BatchCandidate, 'id' | 'createdAtMs' | 'reportedId' | 'category'>
  readonly why: LeftOutWhy
  readonly by: string
}

/** What closing all reports by one reporter would change. */
export interface BatchPlan {
  /** Newest first. */
  readonly closing: readonly BatchCandidate[]
  /** Number of older ones that could be closed after these. */
  readonly beyond: number
  readonly leftOut: readonly LeftOut[]
}

/** Sorts pending reports into those that one administrator may close together, and the others. */
export function planBatch(candidates: readonly BatchCandidate[], byId: number, max = BULK_MAX): BatchPlan {
  const sorted = [...candidates]
    .sort((one, other) => other.createdAtMs - one.createdAtMs || other.id - one.id)
    .map((report) => ({ report, leftOut: leftOutOf(report, byId) }))
  const closable = sorted.filter(({ leftOut }) => leftOut === undefined).map(({ report }) => report)
  return {
    closing: closable.slice(0, max),
    beyond: Math.max(0, closable.length - max),
    leftOut: sorted.flatMap(({ leftOut }) => leftOut ?? []),
  }
}

function leftOutOf(report: BatchCandidate, byId: number): LeftOut | undefined {
  const why = whyKept(report, { byId, alone: false })
  return why && { report, why, by: why === 'claimed' ? (report.claim?.by ?? '') : '' }
}

/** Why an administrator may not close a report, `alone` or with others. Undefined: nothing is in the way. */
export function whyKept(
  { category, otherCategories, claim }: Pick<BatchCandidate, 'category' | 'otherCategories' | 'claim'>,
  { byId, alone }: { readonly byId: number; readonly alone: boolean },
): 'one_by_one' | 'claimed' | undefined {
  if (!alone && [category, ...otherCategories].some(isReadOneByOne)) return 'one_by_one'
  return claim && claim.byId !== byId ? 'claimed' : undefined
}

const isReadOneByOne = (category: ReportCategory): boolean => isOneOf(ONE_BY_ONE_CATEGORIES, category)

/** Text that names exactly what would be closed, to be hashed; undefined: nothing. */
export const planText = (reporterId: number, { closing }: BatchPlan): string | undefined =>
  closing.length === 0 ? undefined : JSON.stringify([reporterId, closing.map(({ id, version }) => [id, version])])

/** A validated order to close reports. */
export interface BatchOrder {
  readonly id: string
  readonly reporterId: number
  readonly status: BatchStatus
  readonly reason: string
  readonly digest: string
}

export function readBatchOrder(given: Omit<BatchOrder, 'status'> & { readonly status: string }): BatchOrder | Refused {
  const { id, reporterId, digest } = given
  return soundFields({
    id: isUuid(id) ? id.toLowerCase() : refusedField('id'),
    reporterId: isId(reporterId) ? reporterId : refusedField('reporter_id'),
    status: choice(BATCH_STATUSES, given.status, 'status'),
    reason: requiredText(given.reason, REASON_MAX, 'reason'),
    digest: digest === '' ? refusedField('digest') : digest,
  })
}

/** Reads the ids of an earlier preview. */
export const readSeen = (ids: readonly number[]): readonly number[] | Refused =>
  ids.length <= BULK_MAX && ids.every(isId) ? ids : refusedField('seen')

/** Reports that were closed together. Times in Unix milliseconds. */
export interface Batch extends BatchOrder {
  readonly grave: boolean
  readonly reportIds: readonly number[]
  /** Versions after closing, in the order of `reportIds`. */
  readonly versions: readonly number[]
  readonly jobsClosed: number
  readonly closedAtMs: number
  readonly closedById: number
  readonly closedBy: string
  readonly undoneAtMs: number | undefined
  readonly leftIds: readonly number[]
}

/** True if an order is the one that was carried out, sent again by the same administrator. */
export const isBatchRepeat = (batch: Batch, order: BatchOrder, byId: number): boolean =>
  batch.closedById === byId &&
  batch.reporterId === order.reporterId &&
  batch.status === order.status &&
  batch.reason === order.reason &&
  batch.digest === order.digest

/** Decides on an undo. `repeated`: it is undone already. */
export function undoingBatch(
  { closedById, closedAtMs, undoneAtMs }: Pick<Batch, 'closedById' | 'closedAtMs' | 'undoneAtMs'>,
  by: { readonly id: number; readonly nowMs: number },
): 'undo' | 'repeated' | { readonly refused: Reason } {
  if (closedById !== by.id) return { refused: 'BATCH_NOT_FOUND' }
  if (undoneAtMs !== undefined) return 'repeated'
  return by.nowMs < closedAtMs + UNDO_MS ? 'undo' : { refused: 'TOO_LATE_TO_UNDO' }
}

/** Tells the reports that are still as the batch left them from those that were changed since, or are gone. */
export function unchangedSince<Report extends { readonly id: number; readonly version: number }>(
  { reportIds, versions }: Pick<Batch, 'reportIds' | 'versions'>,
  reports: readonly Report[],
): { readonly unchanged: readonly Report[]; readonly leftIds: readonly number[] } {
  const versionOf = new Map(reportIds.map((id, at) => [id, versions[at]]))
  const unchanged = reports.filter(({ id, version }) => versionOf.get(id) === version)
  const restored = new Set(unchanged.map(({ id }) => id))
  return { unchanged, leftIds: reportIds.filter((id) => !restored.has(id)) }
}
