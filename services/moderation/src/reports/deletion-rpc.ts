import { type Administrator, type Approval, KlaError } from '@kla/chassis'
import type { Approval as WireApproval } from '@kla/proto'
import { APPROVAL_REASON_MAX, BULK_MAX } from '@kla/proto/web'
import { eraseAfter } from '../retention/rules.js'
import { accepted, audited, type ModerationHandlers } from '../shared/rpc.js'
import { isId, pageAt, plainText } from '../shared/rules.js'
import { approvalAudit, approvalDetails, deletedAudit, reportAudit } from './audit-entries.js'
import { type ReportParts, sightOf } from './rpc.js'
import { wireReports } from './to-proto.js'

export const deleteReport =
  ({ deletions, retention, now }: ReportParts): ModerationHandlers['deleteReport'] =>
  async ({ id }, call) => {
    const administrator = await call.administrator('reports.delete')
    if (!isId(id)) throw new KlaError('REPORT_NOT_FOUND')
    const by = audited(administrator, call, now)
    const { requestId } = call
    const outcome = await deletions.hide([id], sightOf(administrator), {
      by: { id: administrator.id, name: administrator.name, nowMs: by.atMs },
      requestId,
      entryOf: (before, approval) => reportAudit(by, 'reports.delete', { before }, approvalDetails(approval)),
    })
    if (outcome === 'second-person-required') throw new KlaError('SECOND_PERSON_REQUIRED')
    const hidden = outcome[0] ?? (await deletions.hiddenBy(requestId, id))
    if (!hidden) throw new KlaError('REPORT_NOT_FOUND')
    const { report, hiddenAtMs } = hidden
    return { eraseAfterMs: eraseAfter('report', report.category, hiddenAtMs, retention), held: report.held }
  }

type DeletionHandlers = Pick<
  ModerationHandlers,
  'askForReportDeletion' | 'listReportApprovals' | 'approveReportDeletion' | 'listDeletedReports' | 'restoreReport'
>

/** What two people do about deleted reports: approve that many are deleted, and bring one back that somebody else deleted. */
export const deletionHandlers = ({ deletions, accounts, audit, retention, now }: ReportParts): DeletionHandlers => ({
  async askForReportDeletion({ ids, reason: given }, call) {
    const administrator = await call.administrator('reports.delete')
    const reason = accepted(plainText(given, APPROVAL_REASON_MAX))
    if (reason === '' || ids.length < 1 || ids.length > BULK_MAX || !ids.every(isId)) throw new KlaError('INVALID_FIELD')
    const by = audited(administrator, call, now)
    const approval = await deletions.ask(ids, sightOf(administrator), {
      by: actorOf(administrator, by.atMs),
      reason,
      entryOf: (asked) => approvalAudit(by, 'reports.approval-ask', asked),
    })
    return toProto(approval)
  },

  async listReportApprovals(_request, call) {
    const administrator = await call.administrator('reports.delete')
    return { approvals: (await deletions.approvals(now(), sightOf(administrator))).map(toProto) }
  },

  async approveReportDeletion({ id }, call) {
    const administrator = await call.administrator('reports.delete')
    const by = audited(administrator, call, now)
    const outcome = await deletions.approve(id, sightOf(administrator), {
      by: actorOf(administrator, by.atMs),
      entryOf: (approved) => approvalAudit(by, 'reports.approval-approve', approved),
    })
    if ('refused' in outcome) throw new KlaError(outcome.refused === 'gone' ? 'APPROVAL_NOT_FOUND' : 'NOT_ALLOWED')
    return toProto(outcome)
  },

  async listDeletedReports({ page, pageSize }, call) {
    const administrator = await call.administrator('reports.delete')
    const sight = sightOf(administrator)
    const { reports: found, total } = await deletions.list(accepted(pageAt(pageSize, (page - 1) * pageSize)), sight)
    const shown = found.map(({ report }) => report)
    const [wired] = await Promise.all([
      wireReports(shown, accounts, call),
      audit.record(deletedAudit(audited(administrator, call, now), shown, sight)),
    ])
    const reports = found.map(({ report, hiddenAtMs, hiddenById, hiddenBy }, index) => ({
      report: wired[index],
      deletedAtMs: hiddenAtMs,
      deletedById: hiddenById,
      deletedBy: hiddenBy,
      eraseAfterMs: eraseAfter('report', report.category, hiddenAtMs, retention),
    }))
    return { reports, total }
  },

  async restoreReport({ id }, call) {
    const administrator = await call.administrator('reports.delete')
    const by = audited(administrator, call, now)
    const restored = isId(id)
      ? await deletions.restore(id, sightOf(administrator), {
          id: administrator.id,
          entryOf: ({ report, hiddenById, hiddenBy }) =>
            reportAudit(by, 'reports.restore', { before: report }, { deleted_by_id: hiddenById, deleted_by: hiddenBy }),
        })
      : undefined
    if (restored === 'own') throw new KlaError('SECOND_PERSON_REQUIRED', 'What you deleted, somebody else restores.')
    if (!restored) throw new KlaError('REPORT_NOT_FOUND')
    const [wired] = await wireReports([restored], accounts, call)
    return wired!
  },
})

const actorOf = ({ id, name }: Administrator, nowMs: number) => ({ id, name, nowMs })

const toProto = ({ restricted: _, approvedById = 0, ...approval }: Approval): WireApproval => ({ ...approval, approvedById })
