import { KlaError, type Administrator, type Call } from '@kla/chassis'
import type { Report as WireReport } from '@kla/proto'
import { isId } from '../../domain/plain-text.js'
import { decide, type ReportChange } from '../../domain/reports/decide.js'
import { audited } from '../dependencies.js'
import { sightOf, type ReportParts } from './parts.js'
import { changesOf, reportAudit } from './report-audit.js'
import { wireReports } from './wire-report.js'

/** Changes a report and answers it as it is then, to this caller for the last time if it has become a grave one. */
export async function changeOne(
  action: 'reports.update' | 'reports.review',
  id: number,
  change: ReportChange,
  { administrator, call, parts }: { administrator: Administrator; call: Call; parts: ReportParts },
): Promise<WireReport> {
  const { changes, accounts, now } = parts
  const by = audited(administrator, call, now)
  const [changed] = await changes.change(isId(id) ? [id] : [], sightOf(administrator), (before) => {
    const after = decide(before, change, { name: administrator.name, nowMs: by.atMs })
    return { after, entry: reportAudit(by, action, { before, after }, changesOf(before, after)) }
  })
  if (!changed) throw new KlaError('REPORT_NOT_FOUND')
  const [wired] = await wireReports([changed], accounts, call)
  return wired as WireReport
}
