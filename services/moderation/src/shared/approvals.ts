import type { Administrator, Approval, ApprovalActor, ApprovalRights } from '@kla/chassis'
import { type Permission, secondPersonRefusal } from '@kla/proto/web'

const NEEDED: Readonly<Record<string, Permission>> = {
  'reports.delete': 'reports.delete',
  'decisions.decide': 'reports.decide',
  'holds.release': 'holds.manage',
}

/** Administrators who may give an approval. */
export const rightsFor = ({ action, restricted }: Pick<Approval, 'action' | 'restricted'>): ApprovalRights => {
  const needed = NEEDED[action]
  return { permissions: needed === undefined ? [] : [needed], grave: restricted }
}

/** True if this administrator is able to give the approval now. */
export function mayApprove(
  approval: Approval,
  { id, permissions, independence }: Administrator,
  nowMs: number,
): boolean {
  const needed = NEEDED[approval.action]
  if (needed === undefined || !permissions.includes(needed)) return false
  if (approval.approvedById !== undefined || approval.askedById === id) return false
  const asker = { id: approval.askedById, independence: approval.askedIndependence }
  return secondPersonRefusal(asker, { id, independence }, nowMs) === undefined
}

export const actorOf = ({ id, name, independence }: Administrator, nowMs: number): ApprovalActor => ({
  id,
  name,
  independence,
  nowMs,
})
