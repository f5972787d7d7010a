import { type Administrator, type Call, KlaError } from '@kla/chassis'
import type { Report as WireReport } from '@kla/proto'
import { BULK_MAX, type Permission } from '@kla/proto/web'
import type { AuditRecorder } from '../audit/log-store.js'
import type { TakeContext } from '../evidence/context.js'
import type { TranscriptStore } from '../evidence/store.js'
import type { Retention } from '../retention/rules.js'
import type { Accounts, Meetings } from '../shared/clients.js'
import { accepted, audited, type ModerationHandlers } from '../shared/rpc.js'
import { isId } from '../shared/rules.js'
import { approvalDetails, changesOf, reportAudit, reportsAudit } from './audit-entries.js'
import type { ReportChanges } from './change-store.js'
import type { ReportDeletions } from './deletion-store.js'
import type { ReportIntake, ReportRate } from './intake-store.js'
import { decide, readChange, readReview, type ReportChange } from './rules/decision.js'
import { readReportQuery } from './rules/query.js'
import type { ReportStore, Sight } from './store.js'
import { wireContext, wireReports } from './to-proto.js'

/** What the RPCs about reports work with. */
export interface ReportParts {
  readonly reports: ReportStore
  readonly intake: ReportIntake
  readonly changes: ReportChanges
  readonly deletions: ReportDeletions
  readonly rate: ReportRate
  readonly transcripts: TranscriptStore
  readonly meetings: Meetings
  readonly takeContext: TakeContext
  readonly accounts: Accounts
  readonly audit: AuditRecorder
  readonly retention: Retention
  /** Unix milliseconds. */
  readonly now: () => number
}

const GRAVE: Permission = 'reports.grave'

/** Which reports are there for an administrator. */
export const sightOf = ({ permissions }: Administrator): Sight => ({ grave: permissions.includes(GRAVE) })

export const listReports =
  ({ reports, accounts, audit, now }: ReportParts): ModerationHandlers['listReports'] =>
  async (request, call) => {
    const administrator = await call.administrator('reports.read')
    const query = accepted(readReportQuery(request))
    const sight = sightOf(administrator)
    const { reports: found, total } = await reports.list(query, sight)
    const [wired] = await Promise.all([
      wireReports(found, accounts, call),
      audit.record(reportsAudit(audited(administrator, call, now), query, { reports: found, sight })),
    ])
    return { reports: wired, total }
  }

export const getReport =
  ({ reports, accounts, audit, now }: ReportParts): ModerationHandlers['getReport'] =>
  async ({ id }, call) => {
    const administrator = await call.administrator('reports.read')
    const found = isId(id) ? await reports.find(id, sightOf(administrator)) : undefined
    if (!found) throw new KlaError('REPORT_NOT_FOUND')
    const { report, context } = found
    const [[wired]] = await Promise.all([
      wireReports([report], accounts, call),
      audit.record(reportAudit(audited(administrator, call, now), 'reports.read', { before: report })),
    ])
    return { report: wired, context: context && wireContext(context) }
  }

/** Changes a report and answers it as it is then, to this caller for the last time if it has become a grave one. */
async function changeOne(
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

export const updateReport =
  (parts: ReportParts): ModerationHandlers['updateReport'] =>
  async (request, call) => {
    const administrator = await call.administrator('reports.decide')
    return changeOne('reports.update', request.id, accepted(readChange(request)), { administrator, call, parts })
  }

export const reviewReport =
  (parts: ReportParts): ModerationHandlers['reviewReport'] =>
  async ({ id, action, notes }, call) => {
    const administrator = await call.administrator('reports.decide')
    return changeOne('reports.review', id, accepted(readReview(action, notes)), { administrator, call, parts })
  }

export const changeReports =
  (parts: ReportParts): ModerationHandlers['changeReports'] =>
  async ({ ids, op, status }, call) => {
    const administrator = await call.administrator(op === 'delete' ? 'reports.delete' : 'reports.decide')
    const sound = ids.length >= 1 && ids.length <= BULK_MAX && ids.every(isId) && (op === 'delete' || op === 'status')
    if (!sound) throw new KlaError('INVALID_FIELD')
    const done = { administrator, call, parts }
    return { changed: op === 'delete' ? await hideAll(ids, done) : await setStatus(ids, status, done) }
  }

interface Doing {
  readonly administrator: Administrator
  readonly call: Call
  readonly parts: ReportParts
}

async function setStatus(ids: readonly number[], status: string, doing: Doing): Promise<number> {
  const { administrator, call, parts } = doing
  const change = accepted(readChange({ status }))
  const by = audited(administrator, call, parts.now)
  const changed = await parts.changes.change(ids, sightOf(administrator), (before) => {
    if (before.status === status) return undefined
    const after = decide(before, change, { name: administrator.name, nowMs: by.atMs })
    const details = { op: 'status', ...changesOf(before, after) }
    return { after, entry: reportAudit(by, 'reports.bulk', { before, after }, details) }
  })
  return changed.length
}

async function hideAll(ids: readonly number[], { administrator, call, parts }: Doing): Promise<number> {
  const by = audited(administrator, call, parts.now)
  const hidden = await parts.deletions.hide(ids, sightOf(administrator), {
    by: { id: administrator.id, name: administrator.name, nowMs: by.atMs },
    requestId: call.requestId,
    entryOf: (before, approval) =>
      reportAudit(by, 'reports.bulk', { before }, { op: 'delete', ...approvalDetails(approval) }),
  })
  if (hidden === 'second-person-required') throw new KlaError('SECOND_PERSON_REQUIRED')
  return hidden.length
}
