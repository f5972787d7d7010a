import type {
  Administrator,
  Approval,
  ApprovalNotices,
  ApprovalRights,
  ApprovalTerms,
  Call,
  Database,
  Handlers,
  OutboxEvent,
} from '@kla/chassis'
import { approvals, approvalToProto, askerOf, insertEvent, inTransaction, invalidField, KlaError } from '@kla/chassis'
import type { Approval as ApprovalMessage, AuthServiceService } from '@kla/proto'
import { APPROVAL_REASON_MAX, APPROVAL_REFUSALS, secondPersonRefusal, visibleText } from '@kla/proto/web'
import type { AuditEntry } from './audit.js'
import { changeTerms, creationTerms, readAskedChange, readNewAdministrator } from './manage.js'
import { mayApprove } from './rules/administrator.js'
import type { AdministratorStore } from './store.js'

export interface ApprovalDeps {
  readonly database: Database
  readonly administrators: Pick<AdministratorStore, 'find' | 'approvers'>
  readonly auditEntry: AuditEntry
  readonly notices: Pick<ApprovalNotices, 'changed'>
  readonly now: () => number
}

/** Administrators who may approve changes of others. */
export const APPROVERS: ApprovalRights = { permissions: ['administrators.manage', 'reports.grave'], grave: false }

export const approvalHandlers = ({
  database,
  administrators,
  auditEntry,
  notices,
  now,
}: ApprovalDeps): Pick<
  Handlers<typeof AuthServiceService>,
  'askForAdministrator' | 'askForAdministratorChange' | 'listAdministratorApprovals' | 'approveAdministratorChange'
> => {
  const auditApproval = (
    actor: Administrator,
    call: Call,
    action: 'approval-ask' | 'approval-approve',
    approval: Approval,
  ): OutboxEvent => {
    const { administrator = 0, ...change } = JSON.parse(approval.params) as { administrator?: number }
    return auditEntry(actor, administrator, call, action, { approval: approval.id, asked_by: approval.askedBy, change })
  }

  async function ask(actor: Administrator, terms: ApprovalTerms, given: string, call: Call): Promise<ApprovalMessage> {
    const reason = visibleText(given)
    if (reason === '' || reason.length > APPROVAL_REASON_MAX) throw invalidField('reason')
    const approval = await inTransaction(database, async (tx) => {
      const { approval, asked } = await approvals.ask(tx, terms, { ...actor, nowMs: now() }, { reason })
      if (asked) await insertEvent(tx, auditApproval(actor, call, 'approval-ask', approval))
      return approval
    })
    notices.changed(approval, APPROVERS)
    return approvalToProto(approval)
  }

  return {
    async askForAdministratorChange({ password: newPassword, ...request }, call) {
      const actor = await call.administrator('administrators.manage')
      const asked = readAskedChange(actor, { ...request, newPassword })
      const found = await administrators.find(request.id)
      if (!found) throw new KlaError('ADMINISTRATOR_NOT_FOUND')
      return ask(actor, changeTerms(found, asked), request.reason, call)
    },

    async askForAdministrator(request, call) {
      const actor = await call.administrator('administrators.manage')
      return ask(actor, creationTerms(readNewAdministrator(request)), request.reason, call)
    },

    async listAdministratorApprovals(_request, call) {
      const actor = await secondPerson(call)
      const nowMs = now()
      const open = await approvals.list(database, nowMs, { restricted: true })
      return {
        approvals: open.map(approvalToProto),
        approvable: open.filter((one) => canApprove(one, actor, nowMs)).length,
      }
    },

    async approveAdministratorChange({ id }, call) {
      const actor = await secondPerson(call, { fresh: true })
      const approval = await inTransaction(database, async (tx) => {
        const approvers = await administrators.approvers(tx)
        const outcome = await approvals.approve(tx, id, { ...actor, nowMs: now() }, (one) =>
          mayApprove(actor.id, subjectOf(one), approvers),
        )
        if ('refused' in outcome) throw new KlaError(APPROVAL_REFUSALS[outcome.refused])
        if (outcome.approved) await insertEvent(tx, auditApproval(actor, call, 'approval-approve', outcome.approval))
        return outcome.approval
      })
      notices.changed(approval, APPROVERS)
      return approvalToProto(approval)
    },
  }
}

async function secondPerson(call: Call, options = { fresh: false }): Promise<Administrator> {
  const actor = await call.administrator()
  const may = actor.permissions.includes('administrators.manage') || actor.permissions.includes('reports.grave')
  if (!may) throw new KlaError('NOT_ALLOWED')
  return call.administrator(undefined, options)
}

const canApprove = (approval: Approval, actor: Administrator, nowMs: number): boolean =>
  approval.approvedById === undefined &&
  subjectOf(approval) !== actor.id &&
  secondPersonRefusal(askerOf(approval), actor, nowMs) === undefined

const subjectOf = ({ params }: Approval): number =>
  (JSON.parse(params) as { administrator?: number }).administrator ?? 0
