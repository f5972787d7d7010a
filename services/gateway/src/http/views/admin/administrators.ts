import type { Administrator } from '@kla/proto'
import type { AdministratorRole, AdministratorView } from '@kla/proto/web'
import { isoOf, isoOrNull } from '../values.js'

export const administratorView = (administrator: Administrator): AdministratorView => ({
  id: administrator.id,
  name: administrator.name,
  role: administrator.role as AdministratorRole,
  child_safety: administrator.childSafety,
  totp_enabled: administrator.totpEnabled,
  disabled: administrator.disabled,
  created_at: isoOf(administrator.createdAtMs),
  last_seen_at: isoOrNull(administrator.lastSeenAtMs),
})
