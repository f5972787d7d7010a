import { useState } from 'react'
import type { AdministratorChange, AdministratorView, AdminSession } from '@kla/proto/web'
import { errorCode, errorText } from '../../shared/api/errors.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { ROLE_WORDS, useUpdateAdministratorMutation } from '../entities/administrators.js'
import { useAskForAdministratorChangeMutation } from '../entities/approvals.js'
import { useAdminSessionQuery } from '../entities/session-api.js'
import { useUndo } from '../kit/undo.js'

/** What can be changed about an administrator and changed back. */
type AccessChange = Pick<AdministratorChange, 'role' | 'child_safety' | 'disabled'>

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

/**
 * Whether the server hears `me` out who gives child safety to somebody, who has no id yet if just created: nobody gives it
 * to themselves, and who has none gives it together with a second person, to somebody who is there already.
 */
export const mayGiveChildSafety = (me: Pick<AdminSession, 'id' | 'permissions'>, receiver: number | undefined): boolean =>
  me.id !== receiver && (receiver !== undefined || me.permissions.includes('reports.grave'))

/** The same for whoever is signed in; false until it is known. */
export function useMayGiveChildSafety(receiver?: number): boolean {
  const { data: me } = useAdminSessionQuery(undefined, { refetchOnMountOrArgChange: false })
  return me !== undefined && mayGiveChildSafety(me, receiver)
}

/** A change that takes a second person. Its password is not told to anybody who approves. */
type AskedChange = Omit<AdministratorChange, 'password'> & { password?: true }

/** Everything that is changed about one administrator. `true` says that it was done. */
export function useAccess(administrator: AdministratorView) {
  const { id } = administrator
  const [update, { isLoading }] = useUpdateAdministratorMutation()
  const { push } = useUndo()
  const mayGiveChildSafety = useMayGiveChildSafety(id)
  const [ask] = useAskForAdministratorChangeMutation()
  /** What the server would do for two people. */
  const [asking, setAsking] = useState<AskedChange | null>(null)

  const change = async (order: AdministratorChange, done: string): Promise<boolean> => {
    const { error } = await update({ id, ...order })
    if (errorCode(error) === 'SECOND_PERSON_REQUIRED') {
      const { password, ...rest } = order
      setAsking({ ...rest, ...(password !== undefined && { password: true }) })
    } else if (error) toastError(errorText(error, 'Failed to change the administrator.'))
    else toastSuccess(done)
    return !error
  }
  return {
    busy: isLoading,
    /** Whether the administrator who takes child safety away can give it back. */
    mayGiveChildSafety,
    asking,
    ask: (reason: string) => ask({ id, ...asking, reason }),
    stopAsking: () => setAsking(null),
    setAccess: async (order: AccessChange): Promise<void> => {
      const label = accessWords(administrator, order)
      if (!(await change(order, label))) return
      // What was taken, somebody else may have to give back.
      if (order.child_safety === false && !mayGiveChildSafety) return
      push({ label, undo: () => update({ id, ...accessBefore(administrator, order) }).unwrap() })
    },
    setPassword: (password: string) => change({ password }, 'Password changed.'),
    resetTotp: () => change({ reset_totp: true }, 'Authenticator reset.'),
  }
}
