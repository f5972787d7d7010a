import { REPORT_STATUSES, type ReportDetailView, type ReportStatus, type ReportView } from '@kla/proto/web'
import type { BanDraft } from '../entities/bans.js'
import { isGrave, REPORT_CATEGORY_WORDS } from '../entities/words.js'

/**
 * Prefills a ban. Grave reports give only the account, because bans need no such permission. Never the reporter's
 * words, which the banned player would read.
 */
export function banGiven(report: ReportDetailView): Partial<BanDraft> {
  const userId = String(report.reported_id)
  if (isGrave(report.category)) return { userId }
  const evidence = {
    report: report.id,
    ...(report.context && { room_id: report.context.room_id, battle_id: report.context.battle_id }),
  }
  return {
    userId,
    reason: REPORT_CATEGORY_WORDS[report.category],
    notes: `Report #${report.id}`,
    evidence: JSON.stringify(evidence),
  }
}

interface Group {
  status: ReportStatus
  ids: number[]
}

/** Groups changed reports by former status, for undo. */
export const byOldStatus = (reports: readonly Pick<ReportView, 'id' | 'status'>[], now: ReportStatus): Group[] =>
  REPORT_STATUSES.filter((status) => status !== now)
    .map((status) => ({ status, ids: reports.filter((report) => report.status === status).map(({ id }) => id) }))
    .filter(({ ids }) => ids.length > 0)

/** Reports as last seen, from a conflict or before it. */
export const asShown = (reports: readonly ReportView[], conflict: readonly ReportView[] | null): ReportView[] =>
  reports.map((report) => conflict?.find(({ id }) => id === report.id) ?? report)

/** Versions by report id. `later` counts changes made since. */
export const versionsOf = (reports: readonly Pick<ReportView, 'id' | 'version'>[], later = 0): Record<string, number> =>
  Object.fromEntries(reports.map(({ id, version }) => [id, version + later]))
