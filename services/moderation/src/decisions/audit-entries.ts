import type { Approval } from '@kla/chassis'
import type { AuditEntry } from '../audit/index.js'
import type { AuditedBy } from '../shared/rpc.js'
import type { Visibility } from '../shared/rules.js'
import type { AppealedDecision, StoredDecision } from './store.js'

/** Entry about a decision, without what was written to the player. */
export const decisionAudit = (
  by: AuditedBy,
  action: 'decisions.decide' | 'decisions.undo',
  decision: StoredDecision,
): AuditEntry =>
  accountAudit(by, action, decision.accountId, {
    restricted: decision.grave,
    details: {
      decision: decision.id,
      job: decision.jobId,
      outcome: decision.outcome,
      ...(decision.rule !== '' && { rule: decision.rule, basis: decision.basis }),
      measures: decision.measures.map(({ kind, durationMs, banId }) => ({
        kind,
        ...(banId !== undefined && { duration_ms: durationMs, ban_id: banId }),
      })),
      reports: decision.reportIds,
      ...(decision.approvedBy !== '' && { approved_by: decision.approvedBy }),
    },
  })

export const appealAudit = (by: AuditedBy, { appeal, ...decision }: AppealedDecision): AuditEntry =>
  accountAudit(by, 'appeals.decide', decision.accountId, {
    restricted: decision.grave,
    details: { appeal: appeal.id, decision: decision.id, outcome: appeal.state },
  })

export const decisionApprovalAudit = (
  by: AuditedBy,
  action: 'decisions.approval-ask' | 'decisions.approval-approve',
  { id, askedBy, params, restricted }: Approval,
): AuditEntry => ({
  ...by,
  action,
  subjectKind: '',
  subjectId: '',
  details: JSON.stringify({ approval: id, asked_by: askedBy, ...(JSON.parse(params) as object) }),
  restricted,
})

/** Restricted if the reader sees grave decisions: even an empty list reveals that there are none. */
export const readAudit = (
  by: AuditedBy,
  action: 'decisions.preview' | 'decisions.list' | 'decisions.export' | 'appeals.list' | 'appeals.export',
  { accountId, visibility, ...details }: { accountId: number | undefined; visibility: Visibility } & object,
): AuditEntry => accountAudit(by, action, accountId, { restricted: visibility.grave, details })

const accountAudit = (
  by: AuditedBy,
  action: string,
  accountId: number | undefined,
  { details, restricted }: { readonly details: object; readonly restricted: boolean },
): AuditEntry => ({
  ...by,
  action,
  subjectKind: accountId === undefined ? '' : 'account',
  subjectId: accountId === undefined ? '' : String(accountId),
  details: JSON.stringify(details),
  restricted,
})
