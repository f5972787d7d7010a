import { type AdministratorRole, ROLE_PERMISSIONS } from '@kla/proto/web'

interface RightsChange {
  readonly role?: { readonly to?: AdministratorRole }
  readonly child_safety?: { readonly to?: boolean }
  readonly disabled?: { readonly to?: boolean }
}

/** What a duty becomes when its administrator's rights change, as auth's audit event has it in `details`. */
export function dutyAfter(details: unknown): 'ended' | 'without-grave' | 'unchanged' {
  const { role, child_safety: childSafety, disabled } = (details ?? {}) as RightsChange
  const decides = role?.to === undefined || ROLE_PERMISSIONS[role.to]?.includes('reports.decide')
  if (disabled?.to === true || !decides) return 'ended'
  return childSafety?.to === false ? 'without-grave' : 'unchanged'
}
