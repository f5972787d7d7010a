import type { AdministratorChange, AdministratorView } from '@kla/proto/web'
import { ROLE_WORDS } from './words.js'

/** What can be changed about an administrator and changed back. */
export type AccessChange = Pick<AdministratorChange, 'role' | 'child_safety' | 'disabled'>

/** What takes a change back. */
export const accessBefore = (before: AdministratorView, change: AccessChange): AccessChange => ({
  ...(change.role !== undefined && { role: before.role }),
  ...(change.child_safety !== undefined && { child_safety: before.child_safety }),
  ...(change.disabled !== undefined && { disabled: before.disabled }),
})

/** What a change is called: 'ida: Moderator → Owner'. */
export const accessWords = (before: AdministratorView, change: AccessChange): string => {
  const parts = [
    ...(change.role === undefined ? [] : [`${ROLE_WORDS[before.role]} → ${ROLE_WORDS[change.role]}`]),
    ...(change.child_safety === undefined ? [] : [change.child_safety ? 'with child safety' : 'without child safety']),
    ...(change.disabled === undefined ? [] : [change.disabled ? 'disabled' : 'enabled']),
  ]
  return `${before.name}: ${parts.join(', ')}`
}
