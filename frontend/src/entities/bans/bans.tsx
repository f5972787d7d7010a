import type { OwnBans } from '@kla/proto/web'
import { api, whileLookedAt } from '../../shared/api/api.js'
import type { ClosedBy } from '../../shared/realtime/index.js'
import { useNow } from '../../shared/time/remaining.js'
import { endWords } from '../../shared/time/when-words.js'
import { BAN } from '../../texts/bans.js'
import { useSession } from '../session/use-session.js'

/** One of the signed-in player's own bans. */
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

const POLL_MS = 60_000

const NONE: readonly OwnBan[] = []

/** Asks again and again while there are bans, which may be lifted. */
export function useCurrentBans(): readonly OwnBan[] {
  const { user } = useSession()
  const { data: bans = NONE } = useOwnBansQuery(undefined, { skip: user === null })
  useOwnBansQuery(undefined, { ...whileLookedAt(POLL_MS), skip: user === null || bans.length === 0 })
  return user === null ? NONE : bans
}

/** Returns the ban that keeps the player out of rooms. */
export const roomsBanOf = (bans: readonly OwnBan[], nowMs: number): OwnBan | null =>
  bans.find(
    ({ scope, expires_at }) =>
      (scope === 'global' || scope === 'rooms') && (expires_at === null || nowMs < Date.parse(expires_at)),
  ) ?? null

export function useRoomsBan(): OwnBan | null {
  const { user } = useSession()
  const { data: bans = [] } = useOwnBansQuery(undefined, { skip: user === null })
  const now = useNow(user !== null && bans.length > 0)
  return user === null ? null : roomsBanOf(bans, now)
}

/** True while a connection that a ban closed cannot come back. */
export function useIsBanned(closedBy: ClosedBy | null): boolean {
  const { data: bans, isFetching } = useOwnBansQuery(undefined, { skip: closedBy !== 'banned' })
  return closedBy === 'banned' && (isFetching || bans?.length !== 0)
}

export const untilWords = (expiresAt: string | null): string =>
  expiresAt === null ? BAN.permanent : BAN.endsOn({ end: endWords(expiresAt) })

export const RoomsBanNotice = ({ ban }: { ban: OwnBan }) => (
  <p>{BAN.roomsClosed({ scope: ban.scope, until: untilWords(ban.expires_at) })}</p>
)
