import { ADMINISTRATOR_ROLES, type AdministratorRole, type Permission, permissionsOf } from '@kla/proto/web'

/** Administrator with role and credentials' state. */
export interface Administrator {
  readonly id: number
  readonly name: string
  readonly role: AdministratorRole
  readonly childSafety: boolean
  readonly disabled: boolean
  readonly totpEnabled: boolean
  /** True if another administrator set, and so knows, the password. */
  readonly passwordMustChange: boolean
  /** Number of passkeys. */
  readonly passkeys: number
  /** The person's own player account, which moderation keeps from them. */
  readonly playerId?: number | undefined
}

/** Credentials that administrators must have, beside a password. */
export interface CredentialPolicy {
  readonly totpRequired: boolean
  /** True if owners and child-safety holders must have a passkey. */
  readonly passkeysRequired: boolean
}

/** State of a session: `recovered` until a session that a recovery code opened adds a passkey. */
export interface SessionState {
  readonly recovered: boolean
}

// ASCII only: no look-alikes in the audit log.
const NAME = /^[a-z0-9][a-z0-9._-]{1,39}$/

/** Normalises a name; undefined if invalid. */
export function administratorName(given: string): string | undefined {
  const name = given.trim().toLowerCase()
  return NAME.test(name) ? name : undefined
}

export const administratorRole = (given: string): AdministratorRole | undefined =>
  ADMINISTRATOR_ROLES.find((role) => role === given)

/** Returns none until password and required credentials are set up. */
export const permissionsNow = (
  administrator: Administrator,
  policy: CredentialPolicy,
  session: SessionState,
): readonly Permission[] =>
  administrator.disabled ||
  administrator.passwordMustChange ||
  mustSetUpTotp(administrator, policy) ||
  mustAddPasskey(administrator, policy, session)
    ? []
    : permissionsOf(administrator.role, administrator.childSafety)

/** True without an authenticator where one is required; a passkey serves as well. */
export const mustSetUpTotp = (administrator: Administrator, policy: CredentialPolicy): boolean =>
  policy.totpRequired &&
  !administrator.totpEnabled &&
  administrator.passkeys === 0 &&
  !needsPasskey(administrator, policy)

/** True for owners and child-safety holders, if the policy asks it of them. */
export const needsPasskey = (
  { role, childSafety }: Pick<Administrator, 'role' | 'childSafety'>,
  { passkeysRequired }: Pick<CredentialPolicy, 'passkeysRequired'>,
): boolean => passkeysRequired && (role === 'owner' || childSafety)

/** True if the role needs a passkey and there is none, or the ones there are may be lost. */
export const mustAddPasskey = (
  administrator: Administrator,
  policy: CredentialPolicy,
  { recovered }: SessionState,
): boolean => needsPasskey(administrator, policy) && (administrator.passkeys === 0 || recovered)

const isOwner = ({ role, disabled }: Pick<Administrator, 'role' | 'disabled'>): boolean => role === 'owner' && !disabled

/** Change that one administrator requests for another. */
export interface AdministratorChange {
  readonly role?: AdministratorRole | undefined
  readonly childSafety?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** The player account to declare; 0 removes the declaration. */
  readonly playerId?: number | undefined
  readonly newPassword: boolean
  readonly resetTotp: boolean
  readonly resetPasskeys: boolean
}

export interface ChangedAdministrator {
  readonly role: AdministratorRole
  readonly childSafety: boolean
  readonly disabled: boolean
  readonly playerId?: number | undefined
  readonly totpReset: boolean
  readonly passkeysReset: boolean
  readonly changes: Readonly<Record<string, unknown>>
  readonly endsSessions: boolean
}

export function changeAdministrator(
  before: Administrator,
  change: AdministratorChange,
  otherOwners: number,
): ChangedAdministrator | { readonly refused: 'LAST_OWNER' } {
  const { role = before.role, childSafety = before.childSafety, disabled = before.disabled } = change
  const playerId = change.playerId === undefined ? before.playerId : change.playerId || undefined
  const after = { ...before, role, childSafety, disabled }
  if (isOwner(before) && !isOwner(after) && otherOwners === 0) return { refused: 'LAST_OWNER' }

  const totpReset = change.resetTotp && before.totpEnabled
  const passkeysReset = change.resetPasskeys && before.passkeys > 0
  const changes = {
    ...(role === before.role ? {} : { role: { from: before.role, to: role } }),
    ...(childSafety === before.childSafety ? {} : { child_safety: { from: before.childSafety, to: childSafety } }),
    ...(disabled === before.disabled ? {} : { disabled: { from: before.disabled, to: disabled } }),
    ...(playerId === before.playerId ? {} : { player_id: { from: before.playerId ?? null, to: playerId ?? null } }),
    ...(change.newPassword ? { password: 'set' } : {}),
    ...(totpReset ? { totp: 'reset' } : {}),
    ...(passkeysReset ? { passkeys: 'reset' } : {}),
  }
  const endsSessions = change.newPassword || totpReset || passkeysReset || losesPermissions(before, after)
  return { role, childSafety, disabled, playerId, totpReset, passkeysReset, changes, endsSessions }
}

function losesPermissions(before: Administrator, after: Administrator): boolean {
  const kept = after.disabled ? [] : permissionsOf(after.role, after.childSafety)
  return permissionsOf(before.role, before.childSafety).some((permission) => !kept.includes(permission))
}

/** Ids of active administrators who can approve changes. */
export interface Approvers {
  readonly owners: readonly number[]
  readonly holders: readonly number[]
}

/** True if these rights allow approving the opening of stills or deletion of reports. */
export const isTrusted = ({ role, childSafety }: Pick<Administrator, 'role' | 'childSafety'>): boolean => {
  const permissions = permissionsOf(role, childSafety)
  return TRUSTED.some((permission) => permissions.includes(permission))
}
const TRUSTED: readonly Permission[] = ['evidence.open', 'reports.delete', 'reports.grave', 'administrators.manage']

const isTrustedNow = (one: Pick<Administrator, 'role' | 'childSafety' | 'disabled'>): boolean =>
  !one.disabled && isTrusted(one)

/** Why a change of trusted rights is refused. */
export type ChildSafetyRefusal = 'GIVEN_TO_ONESELF' | 'PASSWORD_NOT_OWN' | 'LAST_CHILD_SAFETY'

type MayChange = 'alone' | 'with-second-person' | { readonly refused: ChildSafetyRefusal }

/**
 * Decides whether one administrator suffices. Two are needed wherever one could act as two: to grant another account
 * trusted rights, set credentials of one that has them, change a child-safety holder, or change or remove a declared
 * player account, about which its owner could then decide. One can take other rights away.
 */
export function mayChange(
  actorId: number,
  before: Administrator,
  after: ChangedAdministrator,
  { holders }: Pick<Approvers, 'holders'>,
): MayChange {
  const given = after.childSafety && !before.childSafety
  const gains = given || gainsTrust(before, after)
  if (given && before.id === actorId) return { refused: 'GIVEN_TO_ONESELF' }
  if (gains && (given || after.role !== before.role) && before.passwordMustChange)
    return { refused: 'PASSWORD_NOT_OWN' }
  const stays = after.childSafety && !after.disabled
  if (!stays && holders.length === 1 && holders[0] === before.id) return { refused: 'LAST_CHILD_SAFETY' }

  const makesTwo = gains || (givesCredentials(after) && (isTrusted(before) || isTrusted(after)))
  const redeclares = before.playerId !== undefined && after.playerId !== before.playerId
  return makesTwo || redeclares || (before.childSafety && !holders.includes(actorId)) ? 'with-second-person' : 'alone'
}

/** True if the account gains trust or manages administrators. */
export const gainsTrust = (
  before: Administrator,
  after: Pick<Administrator, 'role' | 'childSafety' | 'disabled'>,
): boolean =>
  (isTrustedNow(after) && !isTrustedNow(before)) ||
  (isOwner(after) && !isOwner(before)) ||
  (after.childSafety && !before.childSafety)

export const givesCredentials = ({
  changes,
  totpReset,
  passkeysReset,
}: Pick<ChangedAdministrator, 'changes' | 'totpReset' | 'passkeysReset'>): boolean =>
  changes['password'] !== undefined || totpReset || passkeysReset

/** True for an owner or child-safety holder other than the subject. */
export const mayApprove = (approverId: number, subjectId: number, { owners, holders }: Approvers): boolean =>
  approverId !== subjectId && (owners.includes(approverId) || holders.includes(approverId))
