import type { ReportCategory, ReportStatus } from '@kla/proto/web'
import type { Report } from '../domain/reports/report.js'

/** A row of reports. */
export interface ReportRow {
  readonly id: number
  readonly created_at: Date
  readonly reporter_id: number
  readonly reported_id: number
  readonly category: ReportCategory
  readonly status: ReportStatus
  readonly reason: string
  readonly notes: string
  readonly submissions: number
  readonly reviewed_at: Date | null
  readonly reviewed_by: string
  readonly held: boolean
}

/** The columns of a {@link ReportRow}. */
export const REPORT_COLUMNS = `id, created_at, reporter_id, reported_id, category, status, reason, notes, submissions,
  reviewed_at, reviewed_by, held`

/** Whose reports are looked at: the grave ones are there only for who may see them. */
export interface Sight {
  readonly grave: boolean
}

/** The reports that are there for somebody: not deleted, and not beyond its sight. */
export const seenBy = ({ grave }: Sight): string => (grave ? 'hidden_at IS NULL' : 'hidden_at IS NULL AND NOT grave')

export const reportOf = (row: ReportRow): Report => ({
  id: row.id,
  createdAtMs: row.created_at.getTime(),
  reporterId: row.reporter_id,
  reportedId: row.reported_id,
  category: row.category,
  status: row.status,
  reason: row.reason,
  notes: row.notes,
  submissions: row.submissions,
  reviewedAtMs: row.reviewed_at?.getTime(),
  reviewedBy: row.reviewed_by,
  held: row.held,
})
