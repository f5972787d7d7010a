import { approvals, inTransaction, insertEvent, KlaError } from '@kla/chassis'
import type { Administrator, Approval, Call, Database, Handlers, OutboxEvent } from '@kla/chassis'
import type { Approval as ApprovalMessage, AuthServiceService } from '@kla/proto'
import { APPROVAL_REASON_MAX } from '@kla/proto/web'
import type { AuditEntry } from './audit.js'
import { changeTerms, readAskedChange } from './manage.js'
import { mayApprove } from './rules/administrator.js'
import type { AdministratorStore } from './store.js'

export interface ApprovalDeps {
  readonly database: Database
  readonly administrators: Pick<AdministratorStore, 'find' | 'keepers'>
  readonly auditEntry: AuditEntry
  readonly now: () => number
}

/** Changes of administrators that take two people. */
export const approvalHandlers = ({
  database, administrators, auditEntry, now,
}: ApprovalDeps): Pick<
  Handlers<typeof AuthServiceService>,
  'askForAdministratorChange' | 'listAdministratorApprovals' | 'approveAdministratorChange'
> => {
  const auditApproval = (
    actor: Administrator,
    call: Call,
    action: 'approval-ask' | 'approval-approve',
    approval: Approval,
  ): OutboxEvent => {
    const { administrator, ...change } = JSON.parse(approval.params) as { administrator: number }
    return auditEntry(actor, administrator, call, action, { approval: approval.id, asked_by: approval.askedBy, change })
  }

  return {
    async askForAdministratorChange({ password: newPassword, ...request }, call) {
      const actor = await call.administrator('administrators.manage')
      const asked = readAskedChange(actor, { ...request, newPassword })
      const reason = request.reason.trim()
      if (reason === '' || reason.length > APPROVAL_REASON_MAX || reason.includes('\0')) throw new KlaError('INVALID_FIELD')
      if (!(await administrators.find(request.id))) throw new KlaError('ADMINISTRATOR_NOT_FOUND')
      const terms = changeTerms(request.id, asked)
      return inTransaction(database, async (tx) => {
        const { approval, asked: isNew } = await approvals.ask(tx, terms, { ...actor, nowMs: now() }, { reason })
        if (isNew) await insertEvent(tx, auditApproval(actor, call, 'approval-ask', approval))
        return toProto(approval)
      })
    },

    async listAdministratorApprovals(_request, call) {
      await secondPerson(call)
      const open = await approvals.list(database, now(), { restricted: true })
      return { approvals: open.map(toProto) }
    },

    async approveAdministratorChange({ id }, call) {
      const actor = await secondPerson(call)
      return inTransaction(database, async (tx) => {
        const keepers = await administrators.keepers(tx)
        const outcome = await approvals.approve(tx, id, { ...actor, nowMs: now() }, (one) =>
          mayApprove(actor.id, subjectOf(one), keepers),
        )
        if ('refused' in outcome) throw new KlaError(outcome.refused === 'gone' ? 'APPROVAL_NOT_FOUND' : 'NOT_ALLOWED')
        if (outcome.approved) await insertEvent(tx, auditApproval(actor, call, 'approval-approve', outcome.approval))
        return toProto(outcome.approval)
      })
    },
  }
}

async function secondPerson(call: Call): Promise<Administrator> {
  const actor = await call.administrator()
  const may = actor.permissions.includes('administrators.manage') || actor.permissions.includes('reports.grave')
  if (!may) throw new KlaError('NOT_ALLOWED')
  return actor
}

const subjectOf = ({ params }: Approval): number => (JSON.parse(params) as { administrator: number }).administrator

const toProto = ({ restricted: _, approvedById = 0, ...approval }: Approval): ApprovalMessage => ({ ...approval, approvedById })
