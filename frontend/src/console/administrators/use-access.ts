import type { AdministratorChange, AdministratorView } from '@kla/proto/web'
import { useState } from 'react'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { errorCode, errorText } from '../../shared/api/errors.js'
import { useAskForAdministratorChangeMutation } from '../approvals/approvals-api.js'
import { useUndo } from '../kit/undo/undo-context.js'
import { accessBefore, accessWords, type AccessChange } from './access-change.js'
import { useUpdateAdministratorMutation } from './administrators-api.js'
import { useMayGiveChildSafety } from './may-give-child-safety.js'

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
