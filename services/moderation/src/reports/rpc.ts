import { accepted, type Administrator, type Call, KlaError } from '@kla/chassis'
import type { Report as ReportMessage } from '@kla/proto'
import { BULK_MAX } from '@kla/proto/web'
import type { AuditRecorder } from '../audit/index.js'
import type { Accounts } from '../shared/clients.js'
import { auditedBy, type ModerationHandlers, visibilityFor } from '../shared/rpc.js'
import { isId } from '../shared/rules.js'
import type { StateRelay } from '../stills/index.js'
import { approvalDetails, changesOf, reportAudit, reportsAudit } from './audit-entries.js'
import type { ReportChanges } from './change-store.js'
import type { ReportDeletions } from './deletion-store.js'
import { decide, readChange, readReview, type ReportChange } from './rules/decision.js'
import { readReportQuery } from './rules/query.js'
import type { ReportStore } from './store.js'
import { contextToProto, reportsToProto } from './to-proto.js'

interface RpcDeps {
  readonly reports: ReportStore
  readonly changes: ReportChanges
  readonly deletions: ReportDeletions
  readonly states: Pick<StateRelay, 'publish'>
  readonly accounts: Accounts
  readonly audit: AuditRecorder
  readonly now: () => number
}

type Handlers = Pick<
  ModerationHandlers,
  'listReports' | 'getReport' | 'updateReport' | 'reviewReport' | 'changeReports'
>

/** What an administrator may not see is not found. */
export function reportHandlers({ reports, changes, deletions, states, accounts, audit, now }: RpcDeps): Handlers {
  /** Even if the caller may not see it any more. */
  async function changeOne(
    action: 'reports.update' | 'reports.review',
    id: number,
    change: ReportChange,
    { administrator, call }: { administrator: Administrator; call: Call },
  ): Promise<ReportMessage> {
    const by = auditedBy(administrator, call, now)
    const [changed] = await changes.change(isId(id) ? [id] : [], visibilityFor(administrator), (before) => {
      const after = decide(before, change, { name: administrator.name, nowMs: by.atMs })
      return { after, entry: reportAudit(by, action, { before, after }, changesOf(before, after)) }
    })
    if (!changed) throw new KlaError('REPORT_NOT_FOUND')
    await states.publish([changed.id], call)
    const [message] = await reportsToProto([changed], accounts, call)
    return message!
  }

  async function changeStatus(
    ids: readonly number[],
    status: string,
    { administrator, call }: { administrator: Administrator; call: Call },
  ): Promise<number> {
    const change = accepted(readChange({ status }))
    const by = auditedBy(administrator, call, now)
    const changed = await changes.change(ids, visibilityFor(administrator), (before) => {
      if (before.status === status) return undefined
      const after = decide(before, change, { name: administrator.name, nowMs: by.atMs })
      const details = { op: 'status', ...changesOf(before, after) }
      return { after, entry: reportAudit(by, 'reports.bulk', { before, after }, details) }
    })
    await states.publish(
      changed.map(({ id }) => id),
      call,
    )
    return changed.length
  }

  async function deleteAll(
    ids: readonly number[],
    { administrator, call }: { administrator: Administrator; call: Call },
  ): Promise<number> {
    const by = auditedBy(administrator, call, now)
    const hidden = await deletions.hide(ids, visibilityFor(administrator), {
      by: { id: administrator.id, name: administrator.name, independence: administrator.independence, nowMs: by.atMs },
      requestId: call.requestId,
      entryOf: (before, approval) =>
        reportAudit(by, 'reports.bulk', { before }, { op: 'delete', ...approvalDetails(approval) }),
    })
    if (hidden === 'second-person-required') throw new KlaError('SECOND_PERSON_REQUIRED')
    await states.publish(
      hidden.map(({ report }) => report.id),
      call,
    )
    return hidden.length
  }

  return {
    async listReports(request, call) {
      const administrator = await call.administrator('reports.read')
      const query = accepted(readReportQuery(request))
      const visibility = visibilityFor(administrator)
      const { reports: found, total } = await reports.list(query, visibility)
      const [messages] = await Promise.all([
        reportsToProto(found, accounts, call),
        audit.record(reportsAudit(auditedBy(administrator, call, now), query, { reports: found, visibility })),
      ])
      return { reports: messages, total }
    },

    /** A report with its context. Errors: REPORT_NOT_FOUND. */
    async getReport({ id }, call) {
      const administrator = await call.administrator('reports.read')
      const found = isId(id) ? await reports.find(id, visibilityFor(administrator)) : undefined
      if (!found) throw new KlaError('REPORT_NOT_FOUND')
      const { report, context, evidenceOffered } = found
      const [[message]] = await Promise.all([
        reportsToProto([report], accounts, call),
        audit.record(reportAudit(auditedBy(administrator, call, now), 'reports.read', { before: report })),
      ])
      return { report: message, context: context && contextToProto(context), evidenceOffered }
    },

    async updateReport(request, call) {
      const administrator = await call.administrator('reports.decide')
      return changeOne('reports.update', request.id, accepted(readChange(request)), { administrator, call })
    },

    async reviewReport({ id, action, notes }, call) {
      const administrator = await call.administrator('reports.decide')
      return changeOne('reports.review', id, accepted(readReview(action, notes)), { administrator, call })
    },

    /** Sets the status of reports, or deletes them. Errors: INVALID_FIELD, SECOND_PERSON_REQUIRED. */
    async changeReports({ ids, op, status }, call) {
      const administrator = await call.administrator(op === 'delete' ? 'reports.delete' : 'reports.decide')
      const sound = ids.length >= 1 && ids.length <= BULK_MAX && ids.every(isId) && (op === 'delete' || op === 'status')
      if (!sound) throw new KlaError('INVALID_FIELD')
      const caller = { administrator, call }
      return { changed: op === 'delete' ? await deleteAll(ids, caller) : await changeStatus(ids, status, caller) }
    },
  }
}
