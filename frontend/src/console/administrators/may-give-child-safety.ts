import type { AdminSession } from '@kla/proto/web'
import { useAdminSessionQuery } from '../session/session-api.js'

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
