import { type AdministratorChange, type AdministratorView, type AdminSession, permissionsOf } from '@kla/proto/web'
import { useDispatch } from 'react-redux'
import { errorCode } from '../../shared/api/errors.js'
import { toastSuccess } from '../../shared/ui/toast.js'
import {
  administratorsApi,
  playerWords,
  ROLE_WORDS,
  useUpdateAdministratorMutation,
} from '../entities/administrators.js'
import type { ConsoleDispatch } from '../entities/console-api.js'
import { useAdminSessionQuery } from '../entities/session-api.js'
import { toastFailure } from '../entities/step-up.js'
import { isSame } from '../kit/draft-store.js'
import { useUndo } from '../kit/undo.js'

export type AccessChange = Pick<AdministratorChange, 'role' | 'child_safety' | 'disabled' | 'player_id'>

export const accessBefore = (before: AdministratorView, change: AccessChange): AccessChange => ({
  ...(change.role !== undefined && { role: before.role }),
  ...(change.child_safety !== undefined && { child_safety: before.child_safety }),
  ...(change.disabled !== undefined && { disabled: before.disabled }),
  ...(change.player_id !== undefined && { player_id: before.player_id }),
})

/** Describes a change: 'ida: Moderator → Owner'. */
export const accessWords = (before: AdministratorView, change: AccessChange): string => {
  const parts = [
    ...(change.role === undefined ? [] : [`${ROLE_WORDS[before.role]} → ${ROLE_WORDS[change.role]}`]),
    ...(change.child_safety === undefined ? [] : [change.child_safety ? 'with child safety' : 'without child safety']),
    ...(change.disabled === undefined ? [] : [change.disabled ? 'disabled' : 'enabled']),
    ...(change.player_id === undefined ? [] : [playerWords(change.player_id)]),
  ]
  return `${before.name}: ${parts.join(', ')}`
}

/** True if a change takes permissions from the administrator, who has to sign in again. */
export const takesAccess = (before: AdministratorView, change: AccessChange): boolean => {
  const after = { ...before, ...change }
  if (after.disabled) return !before.disabled
  const left = new Set(permissionsOf(after.role, after.child_safety))
  return !permissionsOf(before.role, before.child_safety).every((permission) => left.has(permission))
}

/** True while the fields that a change set are still as it left them. */
export const isAsLeft = (current: AdministratorView | undefined, change: AccessChange): boolean =>
  current !== undefined && isSame(accessBefore(current, change), change)

/** Mirrors the server's rule that no administrator gives child safety to themselves. */
export const mayGiveChildSafety = (me: Pick<AdminSession, 'id'>, receiver: number | undefined): boolean =>
  me.id !== receiver

/** Refuses an undo, in the shape of the server's refusals. */
class ChangedSince extends Error {
  readonly data = { error: 'Someone changed this administrator since. Nothing was undone.' }
}

const needsSecondPerson = (error: unknown): boolean => errorCode(error) === 'SECOND_PERSON_REQUIRED'

export function useMayGiveChildSafety(receiver?: number): boolean {
  const { data: me } = useAdminSessionQuery(undefined, { refetchOnMountOrArgChange: false })
  return me !== undefined && mayGiveChildSafety(me, receiver)
}

/** Change to ask a second person for, who never sees the new password. */
export interface RequestedChange extends Omit<AdministratorChange, 'password'> {
  id: number
  password?: true
}

/** `onAsk`: offers to ask, also when an undo needs a second person. */
export function useAccess(administrator: AdministratorView, onAsk: (change: RequestedChange) => void) {
  const { id } = administrator
  const [update, { isLoading }] = useUpdateAdministratorMutation()
  const { push } = useUndo()
  const mayGiveChildSafety = useMayGiveChildSafety(id)
  const dispatch = useDispatch<ConsoleDispatch>()

  const send = (order: AdministratorChange) => {
    const sent = update({ id, ...order })
    void sent.then(({ error }) => {
      if (!needsSecondPerson(error)) return
      const { password, ...rest } = order
      onAsk({ id, ...rest, ...(password !== undefined && { password: true }) })
    })
    return sent
  }
  const change = async (order: AdministratorChange, done: string): Promise<boolean> => {
    const { error } = await send(order)
    if (!error) toastSuccess(done)
    else if (!needsSecondPerson(error)) toastFailure(error, 'Failed to change the administrator.')
    return !error
  }
  /** The server keeps no versions of administrators, so the page looks first. */
  const undo = async (order: AccessChange) => {
    const { administrators } = await dispatch(
      administratorsApi.endpoints.administrators.initiate(undefined, { forceRefetch: true, subscribe: false }),
    ).unwrap()
    const current = administrators.find((each) => each.id === id)
    if (!isAsLeft(current, order)) throw new ChangedSince()
    await send(accessBefore(administrator, order)).unwrap()
  }
  return {
    busy: isLoading,
    mayGiveChildSafety,
    setAccess: async (order: AccessChange): Promise<void> => {
      const label = accessWords(administrator, order)
      if (!(await change(order, label))) return
      // No undo: this administrator may not give it back.
      if (order.child_safety === false && !mayGiveChildSafety) return
      push({ label, undo: () => undo(order) })
    },
    setPassword: (password: string) => change({ password }, 'Password changed.'),
    resetTotp: () => change({ reset_totp: true }, 'Authenticator reset.'),
    resetPasskeys: () => change({ reset_passkeys: true }, 'Passkeys reset.'),
  }
}
