import type { AdministratorView, AdminSession } from '@kla/proto/web'
import { useAdminSessionQuery } from '../session/session-api.js'
import { useAdministratorsQuery } from './administrators-api.js'

/**
 * Whether the server lets `me` give child safety to somebody, who has no id yet if just created: only who has it, or
 * anybody here if nobody has it any more, and never to themselves.
 */
export const mayGiveChildSafety = (
  me: Pick<AdminSession, 'id' | 'permissions'>,
  receiver: number | undefined,
  everybody: readonly AdministratorView[],
): boolean =>
  me.id !== receiver &&
  (me.permissions.includes('reports.grave') || !everybody.some((one) => one.child_safety && !one.disabled))

/** The same for whoever is signed in; false until it is known. */
export function useMayGiveChildSafety(receiver?: number): boolean {
  const { data: me } = useAdminSessionQuery(undefined, { refetchOnMountOrArgChange: false })
  const { data } = useAdministratorsQuery(undefined, { refetchOnMountOrArgChange: false })
  return me !== undefined && data !== undefined && mayGiveChildSafety(me, receiver, data.administrators)
}
