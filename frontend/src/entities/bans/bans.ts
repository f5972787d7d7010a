import type { OwnBans } from '@kla/proto/web'
import { api } from '../../shared/api/api.js'
import { useNow } from '../../shared/time/remaining.js'
import { useSession } from '../session/use-session.js'

/** A ban in force against this player. */
export type OwnBan = OwnBans['bans'][number]

const bansApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownBans: build.query<OwnBan[], void>({
      query: () => 'user/bans',
      transformResponse: (answer: OwnBans) => answer.bans,
      providesTags: ['Bans'],
    }),
  }),
})

export const { useOwnBansQuery } = bansApi

/** The ban that keeps somebody out of rooms at this moment: one from rooms, or from everything. Null: there is none. */
export const roomsBanOf = (bans: readonly OwnBan[], nowMs: number): OwnBan | null =>
  bans.find(
    ({ scope, expires_at }) =>
      (scope === 'global' || scope === 'rooms') && (expires_at === null || nowMs < Date.parse(expires_at)),
  ) ?? null

/** The ban that keeps this player out of rooms, until it ends; null for who may go in. */
export function useRoomsBan(): OwnBan | null {
  const { user } = useSession()
  const { data: bans = [] } = useOwnBansQuery(undefined, { skip: user === null })
  const now = useNow(user !== null && bans.length > 0)
  return user === null ? null : roomsBanOf(bans, now)
}
