import {
  type Administrator, type Approval, approvals, type Call, type Database, type Handlers, insertFact, inTransaction, KlaError,
} from '@kla/chassis'
import type { Approval as WireApproval, AuthServiceService } from '@kla/proto'
import { APPROVAL_REASON_MAX } from '@kla/proto/web'
import type { AdministratorFact } from './audit.js'
import { changeTerms, readAskedChange } from './manage.js'
import { mayApprove } from './rules/administrator.js'
import type { AdministratorStore } from './store.js'

export interface ApprovalParts {
  readonly database: Database
  readonly administrators: Pick<AdministratorStore, 'find' | 'keepers'>
  readonly fact: AdministratorFact
  readonly now: () => number
}

/** Changes of administrators that take two people: asking for them, and approving them. */
export const administratorApprovals = ({
  database,
  administrators,
  fact,
  now,
}: ApprovalParts): Pick<
  Handlers<typeof AuthServiceService>,
  'askForAdministratorChange' | 'listAdministratorApprovals' | 'approveAdministratorChange'
> => ({
  async askForAdministratorChange({ password: newPassword, ...request }, call) {
    const actor = await call.administrator('administrators.manage')
    const asked = readAskedChange(actor, { ...request, newPassword })
    const reason = request.reason.trim()
    if (reason === '' || reason.length > APPROVAL_REASON_MAX || reason.includes('\0')) throw new KlaError('INVALID_FIELD')
    if (!(await administrators.find(request.id))) throw new KlaError('ADMINISTRATOR_NOT_FOUND')
    const terms = changeTerms(request.id, asked)
    return inTransaction(database, async (tx) => {
      const { approval, asked: isNew } = await approvals.ask(tx, terms, { ...actor, nowMs: now() }, { reason })
      if (isNew) await insertFact(tx, told(fact, actor, call, 'approval-ask', approval))
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
      if (outcome.approved) await insertFact(tx, told(fact, actor, call, 'approval-approve', outcome.approval))
      return toProto(outcome.approval)
    })
  },
})

/** Who is asked: who may change administrators, or has child safety. Their permissions are none before they are set up. */
async function secondPerson(call: Call): Promise<Administrator> {
  const actor = await call.administrator()
  const may = actor.permissions.includes('administrators.manage') || actor.permissions.includes('reports.grave')
  if (!may) throw new KlaError('NOT_ALLOWED')
  return actor
}

const subjectOf = ({ params }: Approval): number => (JSON.parse(params) as { administrator: number }).administrator

/** For the audit log: what may be done now, never why in somebody's words. */
const told = (
  fact: AdministratorFact,
  actor: { readonly id: number; readonly name: string },
  call: Call,
  action: 'approval-ask' | 'approval-approve',
  approval: Approval,
) => {
  const { administrator, ...change } = JSON.parse(approval.params) as { administrator: number }
  return fact(actor, administrator, call, action, { approval: approval.id, asked_by: approval.askedBy, change })
}

const toProto = ({ restricted: _, approvedById = 0, ...approval }: Approval): WireApproval => ({ ...approval, approvedById })
