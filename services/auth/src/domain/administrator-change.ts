import { permissionsOf, type AdministratorRole } from '@kla/proto/web'
import type { Administrator } from './administrator.js'

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

const isOwner = ({ role, disabled }: Administrator): boolean => role === 'owner' && !disabled

function losesAnything(before: Administrator, after: Administrator): boolean {
  const kept = after.disabled ? [] : permissionsOf(after.role, after.childSafety)
  return permissionsOf(before.role, before.childSafety).some((permission) => !kept.includes(permission))
}
