import { useOwnBansQuery, type OwnBan } from './bans.js'
import { useSession } from '../session/use-session.js'
import { useNow } from '../../shared/time/remaining.js'
import { roomsBanOf } from './rooms-ban-of.js'

/** The ban that keeps this player out of rooms, until it ends; null for who may go in. */
export function useRoomsBan(): OwnBan | null {
  const { user } = useSession()
  const { data: bans = [] } = useOwnBansQuery(undefined, { skip: user === null })
  const now = useNow(user !== null && bans.length > 0)
  return user === null ? null : roomsBanOf(bans, now)
}
