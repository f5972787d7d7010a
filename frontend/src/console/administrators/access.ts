import type { AdministratorChange, AdministratorView, AdminSession } from '@kla/proto/web'
import { useState } from 'react'
import { errorCode } from '../../shared/api/errors.js'
import { toastSuccess } from '../../shared/ui/toast.js'
import { ROLE_WORDS, useUpdateAdministratorMutation } from '../entities/administrators.js'
import { useAskForAdministratorChangeMutation } from '../entities/approvals.js'
import { useAdminSessionQuery } from '../entities/session-api.js'
import { toastFailure } from '../entities/step-up.js'
import { useUndo } from '../kit/undo.js'

type AccessChange = Pick<AdministratorChange, 'role' | 'child_safety' | 'disabled'>

export const accessBefore = (before: AdministratorView, change: AccessChange): AccessChange => ({
  ...(change.role !== undefined && { role: before.role }),
  ...(change.child_safety !== undefined && { child_safety: before.child_safety }),
  ...(change.disabled !== undefined && { disabled: before.disabled }),
})

/** Describes a change: 'ida: Moderator → Owner'. */
export const accessWords = (before: AdministratorView, change: AccessChange): string => {
  const parts = [
    ...(change.role === undefined ? [] : [`${ROLE_WORDS[before.role]} → ${ROLE_WORDS[change.role]}`]),
    ...(change.child_safety === undefined ? [] : [change.child_safety ? 'with child safety' : 'without child safety']),
    ...(change.disabled === undefined ? [] : [change.disabled ? 'disabled' : 'enabled']),
  ]
  return `${before.name}: ${parts.join(', ')}`
}

/** Mirrors the server's rule that no administrator gives child safety to themselves. */
export const mayGiveChildSafety = (me: Pick<AdminSession, 'id'>, receiver: number | undefined): boolean =>
  me.id !== receiver

export function useMayGiveChildSafety(receiver?: number): boolean {
  const { data: me } = useAdminSessionQuery(undefined, { refetchOnMountOrArgChange: false })
  return me !== undefined && mayGiveChildSafety(me, receiver)
}

/** The approver never sees the new password. */
type RequestedChange = Omit<AdministratorChange, 'password'> & { password?: true }

export function useAccess(administrator: AdministratorView) {
  const { id } = administrator
  const [update, { isLoading }] = useUpdateAdministratorMutation()
  const { push } = useUndo()
  const mayGiveChildSafety = useMayGiveChildSafety(id)
  const [ask] = useAskForAdministratorChangeMutation()
  const [asking, setAsking] = useState<RequestedChange | null>(null)

  const change = async (order: AdministratorChange, done: string): Promise<boolean> => {
    const { error } = await update({ id, ...order })
    if (errorCode(error) === 'SECOND_PERSON_REQUIRED') {
      const { password, ...rest } = order
      setAsking({ ...rest, ...(password !== undefined && { password: true }) })
    } else if (error) toastFailure(error, 'Failed to change the administrator.')
    else toastSuccess(done)
    return !error
  }
  return {
    busy: isLoading,
    mayGiveChildSafety,
    asking,
    ask: (reason: string) => ask({ id, ...asking, reason }),
    stopAsking: () => setAsking(null),
    setAccess: async (order: AccessChange): Promise<void> => {
      const label = accessWords(administrator, order)
      if (!(await change(order, label))) return
      // No undo: this administrator may not give it back.
      if (order.child_safety === false && !mayGiveChildSafety) return
      push({ label, undo: () => update({ id, ...accessBefore(administrator, order) }).unwrap() })
    },
    setPassword: (password: string) => change({ password }, 'Password changed.'),
    resetTotp: () => change({ reset_totp: true }, 'Authenticator reset.'),
    resetPasskeys: () => change({ reset_passkeys: true }, 'Passkeys reset.'),
  }
}
