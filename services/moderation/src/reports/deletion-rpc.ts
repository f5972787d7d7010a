import { accepted, approvalDetails, type ApprovalNotices, approvalToProto, invalidField, KlaError } from '@kla/chassis'
import { APPROVAL_REASON_MAX, APPROVAL_REFUSALS, BULK_MAX } from '@kla/proto/web'
import type { AuditRecorder } from '../audit/index.js'
import { eraseAfter, type Retention } from '../retention/index.js'
import { actorOf, rightsFor } from '../shared/approvals.js'
import type { Accounts } from '../shared/clients.js'
import { auditedBy, type ModerationHandlers, visibilityFor } from '../shared/rpc.js'
import { isId, requiredText } from '../shared/rules.js'
import type { StateRelay } from '../stills/index.js'
import { approvalAudit, deletedAudit, reportAudit } from './audit-entries.js'
import type { ReportDeletions } from './deletion-store.js'
import { DELETED_CURSOR, readDeletedPage } from './pages.js'
import { reportsToProto } from './to-proto.js'

interface DeletionDeps {
  readonly deletions: ReportDeletions
  readonly states: Pick<StateRelay, 'publish'>
  readonly accounts: Accounts
  readonly audit: AuditRecorder
  readonly retention: Retention
  readonly approvalNotices: Pick<ApprovalNotices, 'changed'>
  readonly now: () => number
}

type Handlers = Pick<
  ModerationHandlers,
  | 'deleteReport'
  | 'askForReportDeletion'
  | 'listReportApprovals'
  | 'approveReportDeletion'
  | 'listDeletedReports'
  | 'restoreReport'
>

export const deletionHandlers = ({
  deletions,
  states,
  accounts,
  audit,
  retention,
  approvalNotices,
  now,
}: DeletionDeps): Handlers => ({
  /** Hides a report until erased. Errors: REPORT_NOT_FOUND, JOB_CLAIMED, SECOND_PERSON_REQUIRED. */
  async deleteReport({ id, version = 0 }, call) {
    const administrator = await call.administrator('reports.delete')
    if (!isId(id)) throw new KlaError('REPORT_NOT_FOUND')
    const by = auditedBy(administrator, call, now)
    const { requestId } = call
    const outcome = await deletions.hide([id], visibilityFor(administrator), {
      by: actorOf(administrator, by.atMs),
      requestId,
      seen: new Map([[id, version]]),
      entryOf: (before, approval) => reportAudit(by, 'reports.delete', { before }, approvalDetails(approval)),
    })
    if (outcome === 'second-person-required') throw new KlaError('SECOND_PERSON_REQUIRED')
    if ('stale' in outcome) throw new KlaError('CHANGED_MEANWHILE')
    const hidden = outcome[0] ?? (await deletions.hiddenBy(requestId, id))
    if (!hidden) throw new KlaError('REPORT_NOT_FOUND')
    await states.publish([id], call)
    const { report, hiddenAtMs } = hidden
    return { eraseAfterMs: eraseAfter('report', report.category, hiddenAtMs, retention), held: report.held }
  },

  async askForReportDeletion({ ids, reason: given }, call) {
    const administrator = await call.administrator('reports.delete')
    const reason = accepted(requiredText(given, APPROVAL_REASON_MAX, 'reason'))
    if (ids.length < 1 || ids.length > BULK_MAX || !ids.every(isId)) throw invalidField('ids')
    const by = auditedBy(administrator, call, now)
    const approval = await deletions.ask(ids, visibilityFor(administrator), {
      by: actorOf(administrator, by.atMs),
      reason,
      entryOf: (asked) => approvalAudit(by, 'reports.approval-ask', asked),
    })
    approvalNotices.changed(approval, rightsFor(approval))
    return approvalToProto(approval)
  },

  async listReportApprovals(_request, call) {
    const administrator = await call.administrator('reports.delete')
    return { approvals: (await deletions.approvals(now(), visibilityFor(administrator))).map(approvalToProto) }
  },

  /** Errors: STEP_UP_REQUIRED, APPROVAL_NOT_FOUND, NOT_ALLOWED, APPROVER_NOT_INDEPENDENT, APPROVER_TOO_NEW. */
  async approveReportDeletion({ id }, call) {
    const administrator = await call.administrator('reports.delete', { fresh: true })
    const by = auditedBy(administrator, call, now)
    const outcome = await deletions.approve(id, visibilityFor(administrator), {
      by: actorOf(administrator, by.atMs),
      entryOf: (approved) => approvalAudit(by, 'reports.approval-approve', approved),
    })
    if ('refused' in outcome) throw new KlaError(APPROVAL_REFUSALS[outcome.refused])
    approvalNotices.changed(outcome, rightsFor(outcome))
    return approvalToProto(outcome)
  },

  async listDeletedReports(request, call) {
    const administrator = await call.administrator('reports.delete')
    const visibility = visibilityFor(administrator)
    const { reports: found, total, next } = await deletions.list(accepted(readDeletedPage(request)), visibility)
    const shown = found.map(({ report }) => report)
    const [messages] = await Promise.all([
      reportsToProto(shown, accounts, call),
      audit.record(deletedAudit(auditedBy(administrator, call, now), shown, visibility)),
    ])
    const reports = found.map(({ report, hiddenAtMs, hiddenById, hiddenBy }, index) => ({
      report: messages[index],
      deletedAtMs: hiddenAtMs,
      deletedById: hiddenById,
      deletedBy: hiddenBy,
      eraseAfterMs: eraseAfter('report', report.category, hiddenAtMs, retention),
    }))
    return { reports, total, next: next && DELETED_CURSOR.write(next) }
  },

  /** Shows a hidden report again. Errors: SECOND_PERSON_REQUIRED, REPORT_NOT_FOUND. */
  async restoreReport({ id }, call) {
    const administrator = await call.administrator('reports.delete')
    const by = auditedBy(administrator, call, now)
    const restored = isId(id)
      ? await deletions.restore(id, visibilityFor(administrator), {
          id: administrator.id,
          nowMs: by.atMs,
          entryOf: ({ report, hiddenById, hiddenBy }) =>
            reportAudit(by, 'reports.restore', { before: report }, { deleted_by_id: hiddenById, deleted_by: hiddenBy }),
        })
      : undefined
    if (restored === 'own')
      throw new KlaError('SECOND_PERSON_REQUIRED', 'You deleted this report. Another administrator has to restore it.')
    if (!restored) throw new KlaError('REPORT_NOT_FOUND')
    await states.publish([id], call)
    const [message] = await reportsToProto([restored], accounts, call)
    return message!
  },
})
