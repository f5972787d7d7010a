import type { Approval } from '@kla/proto'
import type { ApprovalView } from '@kla/proto/web'
import { isoOf, textOrNull } from '../values.js'

export const approvalView = (approval: Approval): ApprovalView => ({
  id: approval.id,
  action: approval.action,
  params: JSON.parse(approval.params) as ApprovalView['params'],
  reason: approval.reason,
  asked_by_id: approval.askedById,
  asked_by: approval.askedBy,
  asked_at: isoOf(approval.askedAtMs),
  approved_by: textOrNull(approval.approvedBy),
  until: isoOf(approval.untilMs),
})
