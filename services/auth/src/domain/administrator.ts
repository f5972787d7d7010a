import { ADMINISTRATOR_ROLES, permissionsOf, type AdministratorRole, type Permission } from '@kla/proto/web'

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
