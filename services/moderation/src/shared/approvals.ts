import {
  type Administrator,
  type Approval,
  type ApprovalActor,
  type ApprovalRights,
  KlaError,
  type Transaction,
} from '@kla/chassis'
import { type Permission, secondPersonRefusal } from '@kla/proto/web'
import type { Visibility } from './rules.js'

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

const ABOUT_OWN = `
SELECT FROM jobs WHERE id = $1 AND subject_id = $3 UNION ALL SELECT FROM reports WHERE id = ANY($2::bigint[]) AND reported_id = $3
UNION ALL SELECT FROM bans WHERE id = $4 AND account_id = $3`

/** Throws NOT_ALLOWED, which undoes the transaction, for an approval about the approver's own player account. */
export async function refuseOwnApproval(
  tx: Transaction,
  { params }: Approval,
  { ownAccount }: Visibility,
): Promise<void> {
  if (ownAccount === undefined) return
  const { job, ids, kind, id } = JSON.parse(params) as { job?: number; ids?: number[]; kind?: string; id?: number }
  const reports = ids ?? (kind === 'report' ? [id] : [])
  const { rowCount } = await tx.query(ABOUT_OWN, [job ?? null, reports, ownAccount, kind === 'ban' ? id : null])
  if (rowCount !== 0) throw new KlaError('NOT_ALLOWED')
}

export const actorOf = ({ id, name, independence }: Administrator, nowMs: number): ApprovalActor => ({
  id,
  name,
  independence,
  nowMs,
})
