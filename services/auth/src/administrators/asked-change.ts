import { KlaError, type ApprovalTerms } from '@kla/chassis'
import type { AdministratorChange } from '../domain/administrator-change.js'
import { administratorRole } from '../domain/administrator.js'

/** A change as it comes: to make now, or to ask a second person for. */
interface Asked extends Omit<AdministratorChange, 'role'> {
  readonly id: number
  readonly role?: string | undefined
}

/** What is asked for, if it means something and nobody does it to itself. */
export function readAskedChange(actor: { readonly id: number }, { id, role: given, ...asked }: Asked): AdministratorChange {
  const role = given === undefined ? undefined : administratorRole(given)
  if (given !== undefined && role === undefined) throw new KlaError('INVALID_FIELD', 'There is no such role.')
  // Otherwise whoever finds a console open could take the account over for good.
  if (id === actor.id && (asked.newPassword || asked.resetTotp)) {
    throw new KlaError('INVALID_FIELD', 'For your own password say the current one; your authenticator somebody else resets.')
  }
  return { ...asked, role }
}

/** What an approval of a change is good for. Which password is set belongs to whoever sets it, not to who approves. */
export const changeTerms = (id: number, asked: AdministratorChange): ApprovalTerms => ({
  action: 'administrators.update',
  params: {
    administrator: id,
    role: asked.role,
    child_safety: asked.childSafety,
    disabled: asked.disabled,
    password: asked.newPassword || undefined,
    reset_totp: asked.resetTotp || undefined,
  },
})
