import { ROOM_LIST_MAX } from '@kla/proto/web'
import type { PublicList, Rooms, SeatPointers } from '../seats/index.js'
import { togetherIn, type Meeting } from './rules.js'
import type { MeetingStore, PublicNames } from './store.js'

export interface Acquaintance {
  readonly meeting: (Meeting & { readonly together: boolean }) | undefined
  readonly namedInPublic: boolean
}

/** Neither the answer nor its time shows whether the other account exists. */
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
    return { meeting: latest(kept, now), namedInPublic: named.includes(true) }
  }

  async function createsListedRoom(accountId: number): Promise<boolean> {
    const listed = (await publicList()).slice(0, ROOM_LIST_MAX)
    return listed.some(({ seats, creator }) => seats.some((seat) => seat.accountId === accountId && seat.username === creator))
  }

  /** A pod may have died before it recorded the meeting. */
  async function findNow(roomId: string | undefined, accountId: number, otherId: number) {
    const { room } = roomId === undefined ? { room: undefined } : await rooms.load(roomId)
    return room && togetherIn(room, accountId, otherId)
  }
}

function latest(kept: Meeting | undefined, now: Omit<Meeting, 'toMs'> | undefined): Acquaintance['meeting'] {
  if (!now) return kept && { ...kept, together: false }
  const fromMs = kept?.roomId === now.roomId ? Math.min(kept.fromMs, now.fromMs) : now.fromMs
  return { ...now, fromMs, toMs: 0, together: true }
}
