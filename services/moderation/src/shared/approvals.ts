import {
  type Administrator,
  type Approval,
  type ApprovalActor,
  type ApprovalRights,
  approvals,
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
SELECT DISTINCT approval FROM unnest($1::text[], $2::text[], $3::bigint[]) AS about (approval, target, target_id)
WHERE CASE target
  WHEN 'job' THEN EXISTS (SELECT FROM jobs WHERE id = target_id AND subject_id = $4)
  WHEN 'report' THEN EXISTS (SELECT FROM reports WHERE id = target_id AND reported_id = $4)
  WHEN 'ban' THEN EXISTS (SELECT FROM bans WHERE id = target_id AND account_id = $4) END`

/** Ids of the approvals about the administrator's own player account. */
async function aboutOwn(
  tx: Pick<Transaction, 'query'>,
  listed: readonly Approval[],
  { ownAccount }: Visibility,
): Promise<ReadonlySet<string>> {
  if (ownAccount === undefined) return new Set()
  const targets = listed.flatMap(({ id: approval, params }) => {
    const { job, ids, kind, id } = JSON.parse(params) as { job?: number; ids?: number[]; kind?: string; id?: number }
    return [
      ...(job === undefined ? [] : [{ approval, target: 'job', id: job }]),
      ...(ids ?? []).map((report) => ({ approval, target: 'report', id: report })),
      ...(kind === undefined || id === undefined ? [] : [{ approval, target: kind, id }]),
    ]
  })
  const { rows } = await tx.query<{ approval: string }>(ABOUT_OWN, [
    targets.map(({ approval }) => approval),
    targets.map(({ target }) => target),
    targets.map(({ id }) => id),
    ownAccount,
  ])
  return new Set(rows.map(({ approval }) => approval))
}

/** Lists approvals that wait, without those about the administrator's own player account. */
export async function listApprovals(
  database: Pick<Transaction, 'query'>,
  nowMs: number,
  visibility: Visibility,
  action?: string,
): Promise<Approval[]> {
  const restricted = visibility.grave
  const listed = await approvals.list(database, nowMs, { restricted, ...(action !== undefined && { action }) })
  const own = await aboutOwn(database, listed, visibility)
  return listed.filter(({ id }) => !own.has(id))
}

/** Throws NOT_ALLOWED, which undoes the transaction, for an approval about the approver's own player account. */
export async function refuseOwnApproval(tx: Transaction, approval: Approval, visibility: Visibility): Promise<void> {
  if ((await aboutOwn(tx, [approval], visibility)).size > 0) throw new KlaError('NOT_ALLOWED')
}

export const actorOf = ({ id, name, independence }: Administrator, nowMs: number): ApprovalActor => ({
  id,
  name,
  independence,
  nowMs,
})
