import { ADMINISTRATOR_ROLES, type AdministratorRole, type Permission, permissionsOf } from '@kla/proto/web'

export interface Administrator {
  readonly id: number
  readonly name: string
  readonly role: AdministratorRole
  readonly childSafety: boolean
  readonly disabled: boolean
  readonly totpEnabled: boolean
  /** Set by another administrator, who knows it. */
  readonly passwordMustChange: boolean
}

// ASCII only: no look-alikes in the audit log.
const NAME = /^[a-z0-9][a-z0-9._-]{1,39}$/

/** Normalises a name; undefined if it is invalid. */
export function administratorName(given: string): string | undefined {
  const name = given.trim().toLowerCase()
  return NAME.test(name) ? name : undefined
}

export const administratorRole = (given: string): AdministratorRole | undefined =>
  ADMINISTRATOR_ROLES.find((role) => role === given)

/** None before the administrator has a password of their own, and TOTP where required. */
export const permissionsNow = (administrator: Administrator, totpRequired: boolean): readonly Permission[] =>
  administrator.disabled || administrator.passwordMustChange || mustSetUpTotp(administrator, totpRequired)
    ? []
    : permissionsOf(administrator.role, administrator.childSafety)

export const mustSetUpTotp = ({ totpEnabled }: Administrator, totpRequired: boolean): boolean =>
  totpRequired && !totpEnabled

const isOwner = ({ role, disabled }: Pick<Administrator, 'role' | 'disabled'>): boolean => role === 'owner' && !disabled

export interface AdministratorChange {
  readonly role?: AdministratorRole | undefined
  readonly childSafety?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly newPassword: boolean
  readonly resetTotp: boolean
}

export interface ChangedAdministrator {
  readonly role: AdministratorRole
  readonly childSafety: boolean
  readonly disabled: boolean
  readonly totpReset: boolean
  /** For the audit log; empty when nothing changed. */
  readonly changes: Readonly<Record<string, unknown>>
  /** Rights were lost, or the credentials changed. */
  readonly endsSessions: boolean
}

/** `otherOwners`: owners in force except this one. */
export function changeAdministrator(
  before: Administrator,
  change: AdministratorChange,
  otherOwners: number,
): ChangedAdministrator | { readonly refused: 'LAST_OWNER' } {
  const { role = before.role, childSafety = before.childSafety, disabled = before.disabled } = change
  const after = { ...before, role, childSafety, disabled }
  if (isOwner(before) && !isOwner(after) && otherOwners === 0) return { refused: 'LAST_OWNER' }

  const totpReset = change.resetTotp && before.totpEnabled
  const changes = {
    ...(role === before.role ? {} : { role: { from: before.role, to: role } }),
    ...(childSafety === before.childSafety ? {} : { child_safety: { from: before.childSafety, to: childSafety } }),
    ...(disabled === before.disabled ? {} : { disabled: { from: before.disabled, to: disabled } }),
    ...(change.newPassword ? { password: 'set' } : {}),
    ...(totpReset ? { totp: 'reset' } : {}),
  }
  const endsSessions = change.newPassword || totpReset || losesPermissions(before, after)
  return { role, childSafety, disabled, totpReset, changes, endsSessions }
}

function losesPermissions(before: Administrator, after: Administrator): boolean {
  const kept = after.disabled ? [] : permissionsOf(after.role, after.childSafety)
  return permissionsOf(before.role, before.childSafety).some((permission) => !kept.includes(permission))
}

/** Ids of administrators in force who guard child safety. */
export interface Keepers {
  readonly owners: readonly number[]
  readonly holders: readonly number[]
}

export type ChildSafetyRefusal = 'GIVEN_TO_ONESELF' | 'PASSWORD_NOT_OWN' | 'LAST_CHILD_SAFETY'

type MayChange = 'alone' | 'with-second-person' | { readonly refused: ChildSafetyRefusal }

/**
 * What leads to child-safety reports takes a holder or two people. That includes owners: they are the second people,
 * and who could make or take over one would be two.
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
  // The administrator who set the password could sign in with it.
  if ((given || owner) && before.passwordMustChange) return { refused: 'PASSWORD_NOT_OWN' }
  const stays = after.childSafety && !after.disabled
  if (!stays && holders.length === 1 && holders[0] === before.id) return { refused: 'LAST_CHILD_SAFETY' }

  const credentials = after.changes['password'] !== undefined || after.totpReset
  const touchesChildSafety = before.childSafety || given || owner || (credentials && before.role === 'owner')
  return !touchesChildSafety || holders.includes(actorId) ? 'alone' : 'with-second-person'
}

/** Without child safety an actor creates only lesser administrators. */
export const mayCreate = (
  actorId: number,
  created: Pick<Administrator, 'role' | 'childSafety'>,
  { holders }: Pick<Keepers, 'holders'>,
): boolean => holders.includes(actorId) || (created.role !== 'owner' && !created.childSafety)

/** Never the administrator the change is about. */
export const mayApprove = (approverId: number, subjectId: number, { owners, holders }: Keepers): boolean =>
  approverId !== subjectId && (owners.includes(approverId) || holders.includes(approverId))
