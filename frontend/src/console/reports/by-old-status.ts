import { REPORT_STATUSES, type ReportStatus, type ReportView } from '@kla/proto/web'

interface Group {
  status: ReportStatus
  ids: number[]
}

/** Reports that had another status, by the one that they had: what has to be sent to take a change back. */
export const byOldStatus = (reports: readonly Pick<ReportView, 'id' | 'status'>[], now: ReportStatus): Group[] =>
  REPORT_STATUSES.filter((status) => status !== now)
    .map((status) => ({ status, ids: reports.filter((report) => report.status === status).map(({ id }) => id) }))
    .filter(({ ids }) => ids.length > 0)
