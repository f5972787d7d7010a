import { REPORT_STATUSES, type ReportDetailView, type ReportStatus, type ReportView } from '@kla/proto/web'
import type { BanDraft } from '../entities/ban.js'
import { CATEGORY_WORDS, isGrave } from '../entities/words.js'

/**
 * What a ban takes over from a report. Of a report of child safety nothing but the person: bans are read by people for
 * whom such a report does not exist. Never the reporter's words: the banned person would read them.
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
    reason: CATEGORY_WORDS[report.category],
    notes: `Report #${report.id}`,
    evidence: JSON.stringify(evidence),
  }
}

interface Group {
  status: ReportStatus
  ids: number[]
}

/** Reports that had another status, by the one that they had: what has to be sent to take a change back. */
export const byOldStatus = (reports: readonly Pick<ReportView, 'id' | 'status'>[], now: ReportStatus): Group[] =>
  REPORT_STATUSES.filter((status) => status !== now)
    .map((status) => ({ status, ids: reports.filter((report) => report.status === status).map(({ id }) => id) }))
    .filter(({ ids }) => ids.length > 0)
