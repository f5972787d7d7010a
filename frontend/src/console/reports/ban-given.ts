import type { ReportDetailView } from '@kla/proto/web'
import type { BanDraft } from '../banning/ban-draft.js'
import { CATEGORY_WORDS, isGrave } from '../words.js'

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
