import type { ReportCategory, ReportStatus } from '@kla/proto/web'

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
