import type { Administrator as AdministratorView } from '@kla/proto'
import type { AdministratorRecord } from '../store/administrator-store.js'

/** What other administrators are shown of one. */
export const administratorView = (record: AdministratorRecord): AdministratorView => ({
  id: record.id,
  name: record.name,
  role: record.role,
  childSafety: record.childSafety,
  totpEnabled: record.totpEnabled,
  disabled: record.disabled,
  createdAtMs: record.createdAtMs,
  lastSeenAtMs: record.lastSeenAtMs,
})
