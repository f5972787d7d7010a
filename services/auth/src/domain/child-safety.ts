import type { Administrator } from './administrator.js'
import type { ChangedAdministrator } from './administrator-change.js'

/** Who counts where child safety is changed: ids of those who are not disabled. */
export interface Keepers {
  readonly owners: readonly number[]
  /** Those with child safety. */
  readonly holders: readonly number[]
}

export type ChildSafetyRefusal = 'GIVEN_TO_ONESELF' | 'PASSWORD_NOT_OWN' | 'LAST_CHILD_SAFETY'

/** Who may make a change: whoever manages administrators, or that person together with a second one. */
export type MayChange = 'alone' | 'with-second-person' | { readonly refused: ChildSafetyRefusal }

/**
 * Whether somebody may make a change by itself. What leads to the reports of child safety is changed by holders, or by two
 * people together; owners belong to it, as they are the second people: one who could make another one, or take one over,
 * would be two.
 */
export function mayChange(
  actorId: number,
  before: Administrator,
  after: ChangedAdministrator,
  { holders }: Pick<Keepers, 'holders'>,
): MayChange {
  const given = after.childSafety && !before.childSafety
  const owner = isOwner(after) && !isOwner(before)
  if (given && before.id === actorId) return { refused: 'GIVEN_TO_ONESELF' }
  // Who set it could sign in with it, and would have what is given here.
  if ((given || owner) && before.passwordMustChange) return { refused: 'PASSWORD_NOT_OWN' }
  const stays = after.childSafety && !after.disabled
  if (!stays && holders.length === 1 && holders[0] === before.id) return { refused: 'LAST_CHILD_SAFETY' }

  const credentials = after.changes['password'] !== undefined || after.totpReset
  const leadsThere = before.childSafety || given || owner || (credentials && before.role === 'owner')
  return !leadsThere || holders.includes(actorId) ? 'alone' : 'with-second-person'
}

/** Who may be created by somebody: what a holder may, others do in steps, the later ones with a second person. */
export const mayCreate = (
  actorId: number,
  created: Pick<Administrator, 'role' | 'childSafety'>,
  { holders }: Pick<Keepers, 'holders'>,
): boolean => holders.includes(actorId) || (created.role !== 'owner' && !created.childSafety)

/** Whether somebody is a second person for a change of somebody: never the one whom it is about. */
export const mayApprove = (approverId: number, subjectId: number, { owners, holders }: Keepers): boolean =>
  approverId !== subjectId && (owners.includes(approverId) || holders.includes(approverId))

const isOwner = ({ role, disabled }: Pick<Administrator, 'role' | 'disabled'>): boolean => role === 'owner' && !disabled
