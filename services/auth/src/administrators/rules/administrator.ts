import { ADMINISTRATOR_ROLES, type AdministratorRole, type Permission, permissionsOf } from '@kla/proto/web'

export interface Administrator {
  readonly id: number
  readonly name: string
  readonly role: AdministratorRole
  readonly childSafety: boolean
  readonly disabled: boolean
  readonly totpEnabled: boolean
  /** Somebody else set the password, and knows it. */
  readonly passwordMustChange: boolean
}

// Letters of one alphabet only: in the audit log nobody must look like somebody else.
const NAME = /^[a-z0-9][a-z0-9._-]{1,39}$/

/** A name as it is stored: 2 to 40 letters, digits, dots, dashes and underscores in lower case; nothing if it is none. */
export function administratorName(given: string): string | undefined {
  const name = given.trim().toLowerCase()
  return NAME.test(name) ? name : undefined
}

/** The role of this name; nothing if there is none. */
export const administratorRole = (given: string): AdministratorRole | undefined =>
  ADMINISTRATOR_ROLES.find((role) => role === given)

/** What somebody may do now: nothing before it has a password of its own, and TOTP where the policy asks for it. */
export const permissionsNow = (administrator: Administrator, totpRequired: boolean): readonly Permission[] =>
  administrator.disabled || administrator.passwordMustChange || mustSetUpTotp(administrator, totpRequired)
    ? []
    : permissionsOf(administrator.role, administrator.childSafety)

export const mustSetUpTotp = ({ totpEnabled }: Administrator, totpRequired: boolean): boolean =>
  totpRequired && !totpEnabled

const isOwner = ({ role, disabled }: Pick<Administrator, 'role' | 'disabled'>): boolean => role === 'owner' && !disabled

/** What is asked for; what is absent stays. */
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
  /** What has changed, for the audit log; empty when nothing has. */
  readonly changes: Readonly<Record<string, unknown>>
  /** Something was taken away, or whoever is signed in may not be the right person. */
  readonly endsSessions: boolean
}

/** An administrator after a change. `otherOwners`: owners that are not disabled, this person left out. */
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
  const endsSessions = change.newPassword || totpReset || losesAnything(before, after)
  return { role, childSafety, disabled, totpReset, changes, endsSessions }
}

function losesAnything(before: Administrator, after: Administrator): boolean {
  const kept = after.disabled ? [] : permissionsOf(after.role, after.childSafety)
  return permissionsOf(before.role, before.childSafety).some((permission) => !kept.includes(permission))
}

/** Who counts where child safety is changed: ids of those who are not disabled. */
export interface Keepers {
  readonly owners: readonly number[]
  /** Those with child safety. */
  readonly holders: readonly number[]
}

export type ChildSafetyRefusal = 'GIVEN_TO_ONESELF' | 'PASSWORD_NOT_OWN' | 'LAST_CHILD_SAFETY'

/** Who may make a change: whoever manages administrators, or that person together with a second one. */
type MayChange = 'alone' | 'with-second-person' | { readonly refused: ChildSafetyRefusal }

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
