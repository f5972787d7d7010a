import type { Database } from '@kla/chassis'
import { ROOM_LIST_MAX } from '@kla/proto/web'
import type { PublicList } from '../seats/index.js'
import type { Rooms } from '../seats/rooms.js'
import type { SeatPointers } from '../seats/account-store.js'
import { togetherIn, type Meeting } from './rules.js'
import type { MeetingStore, PublicNames } from './store.js'

/** What there is between an account and another one. */
export interface Acquaintance {
  /** Where they were last together. */
  readonly meeting: (Meeting & { readonly together: boolean }) | undefined
  readonly namedInPublic: boolean
}

/**
 * Asks what there is between two accounts. The questions that are asked do not depend on the other account: whether it
 * exists shows neither in the answer nor in the time that it takes.
 */
export type FindAcquaintance = (accountId: number, otherId: number) => Promise<Acquaintance>

export interface AcquaintanceDeps {
  readonly meetings: Pick<MeetingStore, 'find'>
  readonly publicNames: Pick<PublicNames, 'has'>
  readonly isInPublicCup: (accountId: number) => Promise<boolean>
  readonly publicList: PublicList
  readonly pointers: Pick<SeatPointers, 'find'>
  readonly rooms: Pick<Rooms, 'load'>
}

export function createFindAcquaintance(deps: AcquaintanceDeps): FindAcquaintance {
  const { meetings, publicNames, isInPublicCup, publicList, pointers, rooms } = deps

  const createsListedRoom = async (accountId: number): Promise<boolean> =>
    (await publicList())
      .slice(0, ROOM_LIST_MAX)
      .some(({ seats, creator }) => seats.some((seat) => seat.accountId === accountId && seat.username === creator))

  /** The room decides who is in it: what was remembered of it may be missing when a process died in between. */
  const findNow = async (roomId: string | undefined, accountId: number, otherId: number) => {
    const { room } = roomId === undefined ? { room: undefined } : await rooms.load(roomId)
    return room && togetherIn(room, accountId, otherId)
  }

  return async (accountId, otherId) => {
    const [kept, pointer, ...named] = await Promise.all([
      meetings.find(accountId, otherId),
      pointers.find(accountId),
      publicNames.has(otherId),
      isInPublicCup(otherId),
      createsListedRoom(otherId),
    ])
    const now =
      (await findNow(pointer?.roomId, accountId, otherId)) ??
      (kept?.toMs === 0 && kept.roomId !== pointer?.roomId ? await findNow(kept.roomId, accountId, otherId) : undefined)
    return { meeting: meetingBetween(kept, now), namedInPublic: named.includes(true) }
  }
}

function meetingBetween(kept: Meeting | undefined, now: Omit<Meeting, 'toMs'> | undefined): Acquaintance['meeting'] {
  if (!now) return kept && { ...kept, together: false }
  const fromMs = kept?.roomId === now.roomId ? Math.min(kept.fromMs, now.fromMs) : now.fromMs
  return { ...now, fromMs, toMs: 0, together: true }
}

/** So long a cup that is over is listed with those who entered it (server/cups/list-cups.ts). */
const SHOWN_AFTER_MS = 7 * 86_400_000

/** Whether an account is entered in a cup that players are shown. `now`: Unix milliseconds. */
export const createIsInPublicCup =
  (database: Database, now: () => number): AcquaintanceDeps['isInPublicCup'] =>
  async (accountId) => {
    const { rows } = await database.query(
      `SELECT 1 FROM cup_players WHERE account_id = $1
       UNION ALL
       SELECT 1 FROM cups WHERE ended_at > $2 AND record -> 'entries' @> jsonb_build_array(jsonb_build_object('accountId', $1::bigint))
       LIMIT 1`,
      [accountId, new Date(now() - SHOWN_AFTER_MS)],
    )
    return rows.length > 0
  }
