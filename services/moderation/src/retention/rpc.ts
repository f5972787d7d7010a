import {
  accepted,
  type Administrator,
  type Approval,
  type ApprovalNotices,
  approvalToProto,
  type Call,
  KlaError,
} from '@kla/chassis'
import { APPROVAL_REASON_MAX, APPROVAL_REFUSALS, type Reason } from '@kla/proto/web'
import type { AuditEntry } from '../audit/index.js'
import { actorOf, rightsFor } from '../shared/approvals.js'
import { auditedBy, type ModerationHandlers, visibilityFor } from '../shared/rpc.js'
import { requiredText } from '../shared/rules.js'
import type { StateRelay } from '../stills/index.js'
import { type Held, type HeldKind, heldOf, holdReason, RELEASE_ACTION } from './rules.js'
import type { HoldChange, HoldStore } from './store.js'

interface RpcDeps {
  readonly holds: HoldStore
  readonly states: Pick<StateRelay, 'publish'>
  readonly approvalNotices: Pick<ApprovalNotices, 'changed'>
  readonly now: () => number
}

const NOT_FOUND: Readonly<Record<HeldKind, Reason>> = { report: 'REPORT_NOT_FOUND', ban: 'BAN_NOT_FOUND' }

type HoldHandlers = Pick<
  ModerationHandlers,
  'placeHold' | 'releaseHold' | 'askForHoldRelease' | 'listHoldApprovals' | 'approveHoldRelease'
>

export function holdHandlers({ holds, states, approvalNotices, now }: RpcDeps): HoldHandlers {
  const change = (
    action: 'holds.place' | 'holds.release',
    { kind, id }: Held,
    administrator: Administrator,
    call: Call,
  ): HoldChange => ({
    visibility: visibilityFor(administrator),
    entry: (grave, approval) => ({
      ...auditedBy(administrator, call, now),
      action,
      subjectKind: kind,
      subjectId: String(id),
      details: JSON.stringify(approval ? { approval: approval.id, approved_by: approval.approvedBy } : {}),
      restricted: grave,
    }),
  })

  /** The administrator as one of two people. */
  const approving = (
    administrator: Administrator,
    call: Call,
    action: 'holds.approval-ask' | 'holds.approval-approve',
  ) => {
    const by = auditedBy(administrator, call, now)
    return {
      by: actorOf(administrator, by.atMs),
      visibility: visibilityFor(administrator),
      entryOf: (approval: Approval): AuditEntry => {
        const held = JSON.parse(approval.params) as Held
        return {
          ...by,
          action,
          subjectKind: held.kind,
          subjectId: String(held.id),
          details: JSON.stringify({ approval: approval.id, asked_by: approval.askedBy }),
          restricted: approval.restricted,
        }
      },
    }
  }

  const publish = async ({ kind, id }: Held, call: Call): Promise<void> => {
    if (kind === 'report') await states.publish([id], call)
  }

  return {
    /** Idempotent. Errors: INVALID_FIELD, REPORT_NOT_FOUND, BAN_NOT_FOUND. */
    async placeHold(request, call) {
      const administrator = await call.administrator('holds.manage')
      const held = accepted(heldOf(request))
      const reason = accepted(holdReason(request.reason))
      const placement = { reason, byId: administrator.id, by: administrator.name, atMs: now() }
      const found = await holds.place(held, placement, change('holds.place', held, administrator, call))
      if (!found) throw new KlaError(NOT_FOUND[held.kind])
      await publish(held, call)
      return {}
    },

    /** Errors: INVALID_FIELD, SECOND_PERSON_REQUIRED. */
    async releaseHold(request, call) {
      const administrator = await call.administrator('holds.manage')
      const held = accepted(heldOf(request))
      const releasing = { ...change(RELEASE_ACTION, held, administrator, call), by: actorOf(administrator, now()) }
      const outcome = await holds.release(held, releasing)
      if (outcome === 'second-person-required') throw new KlaError('SECOND_PERSON_REQUIRED')
      await publish(held, call)
      return {}
    },

    async askForHoldRelease(request, call) {
      const administrator = await call.administrator('holds.manage')
      const held = accepted(heldOf(request))
      const reason = accepted(requiredText(request.reason, APPROVAL_REASON_MAX, 'reason'))
      const approval = await holds.ask(held, { ...approving(administrator, call, 'holds.approval-ask'), reason })
      if (approval === 'not-found') throw new KlaError(NOT_FOUND[held.kind])
      if (approval === 'alone') throw new KlaError('INVALID_FIELD', 'You can release this hold alone.')
      approvalNotices.changed(approval, rightsFor(approval))
      return approvalToProto(approval)
    },

    async listHoldApprovals(_request, call) {
      const administrator = await call.administrator('holds.manage')
      return { approvals: (await holds.approvals(now(), visibilityFor(administrator))).map(approvalToProto) }
    },

    /** Errors: STEP_UP_REQUIRED, APPROVAL_NOT_FOUND, NOT_ALLOWED, APPROVER_NOT_INDEPENDENT, APPROVER_TOO_NEW. */
    async approveHoldRelease({ id }, call) {
      const administrator = await call.administrator('holds.manage', { fresh: true })
      const outcome = await holds.approve(id, approving(administrator, call, 'holds.approval-approve'))
      if ('refused' in outcome) throw new KlaError(APPROVAL_REFUSALS[outcome.refused])
      approvalNotices.changed(outcome, rightsFor(outcome))
      return approvalToProto(outcome)
    },
  }
}
