import type { AdministratorIdentity } from '@kla/proto'
import { PERMISSIONS, type AdministratorRole, type AdminSession } from '@kla/proto/web'
import { isoOf } from '../values.js'

export const sessionView = (identity: AdministratorIdentity): AdminSession => ({
  id: identity.id,
  name: identity.name,
  role: identity.role as AdministratorRole,
  permissions: PERMISSIONS.filter((permission) => identity.permissions.includes(permission)),
  expires_at: isoOf(identity.expiresAtMs),
  totp_enabled: identity.totpEnabled,
  totp_setup_required: identity.totpSetupRequired,
  password_change_required: identity.passwordChangeRequired,
})
