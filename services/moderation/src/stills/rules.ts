import { APPEAL_WINDOW_MS, type ReportCategory, type ReportStatus } from '@kla/proto/web'
import { isGrave } from '../shared/rules.js'

const DAY_MS = 24 * 3_600_000
const YEAR_MS = 365 * DAY_MS
/** Retention of a report without a breach. */
const CLEARED_MS = 30 * DAY_MS

/** What decides how long stills are kept. */
export interface StillsOf {
  readonly category: ReportCategory
  readonly status: ReportStatus
  readonly createdAtMs: number
  readonly reviewedAtMs: number | undefined
}

/** Unix milliseconds. Source: safety design W4. */
export function stillsExpireAt({ category, status, createdAtMs, reviewedAtMs }: StillsOf): number {
  if (reviewedAtMs === undefined) return createdAtMs + YEAR_MS
  if (isGrave(category)) return reviewedAtMs + YEAR_MS
  return reviewedAtMs + (status === 'action_taken' ? APPEAL_WINDOW_MS : CLEARED_MS)
}

export const changesStills = (before: StillsOf, after: StillsOf): boolean =>
  before.category !== after.category || stillsExpireAt(before) !== stillsExpireAt(after)
