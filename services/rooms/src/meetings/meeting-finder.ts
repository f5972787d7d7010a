import { ROOM_LIST_MAX } from '@kla/proto/web'
import type { PublicList, Rooms, SeatPointers } from '../seats/index.js'
import type { Incident, Incidents } from '../shared/rules/incident.js'
import type { Room } from '../shared/rules/room.js'
import { expiryMs } from './incident.js'
import { gatewaysOf, type Meeting, type Together, togetherIn } from './rules.js'
import type { MeetingStore, PublicNames } from './store.js'

/** An account that the caller has met, with the proof. */
export interface FoundMeeting {
  readonly meeting: (Meeting & { readonly together: boolean }) | undefined
  readonly namedInPublic: boolean
}

/** Finds players whom an account has met. */
export interface MeetingFinder {
  /** Neither answer nor time reveals an account. A valid own token selects its meeting. */
  find(accountId: number, otherId: number, token?: string, alias?: number): Promise<FoundMeeting>
  isNamedInPublic(accountId: number): Promise<boolean>
}

export interface MeetingFinderDeps {
  readonly meetings: Pick<MeetingStore, 'find'>
  readonly incidents: Pick<Incidents, 'verify'>
  readonly publicNames: Pick<PublicNames, 'has'>
  readonly isInPublicCup: (accountId: number) => Promise<boolean>
  readonly publicList: PublicList
  readonly pointers: Pick<SeatPointers, 'find'>
  readonly rooms: Pick<Rooms, 'load'>
  readonly now: () => number
}

export function createMeetingFinder(deps: MeetingFinderDeps): MeetingFinder {
  const { meetings, incidents, publicNames, isInPublicCup, publicList, pointers, rooms, now } = deps

  return {
    async find(accountId, otherId, token = '', alias = otherId) {
      const [meeting, namedInPublic] = await Promise.all([
        token === '' ? findLast(accountId, otherId, alias) : findByToken(token, accountId, otherId, alias),
        isNamedInPublic(otherId),
      ])
      return { meeting, namedInPublic }
    },
    isNamedInPublic,
  }

  async function isNamedInPublic(accountId: number): Promise<boolean> {
    const named = await Promise.all([
      publicNames.has(accountId),
      isInPublicCup(accountId),
      createsListedRoom(accountId),
    ])
    return named.includes(true)
  }

  async function createsListedRoom(accountId: number): Promise<boolean> {
    const listed = (await publicList()).slice(0, ROOM_LIST_MAX)
    return listed.some(({ seats, creator }) =>
      seats.some((seat) => seat.accountId === accountId && seat.username === creator),
    )
  }

  async function findLast(accountId: number, otherId: number, alias: number): Promise<FoundMeeting['meeting']> {
    const [kept, pointer] = await Promise.all([meetings.find(accountId, otherId, alias), pointers.find(accountId)])
    const current =
      (await findNow(pointer?.roomId, accountId, otherId, alias)) ??
      (kept?.toMs === 0 && kept.roomId !== pointer?.roomId
        ? await findNow(kept.roomId, accountId, otherId, alias)
        : undefined)
    return latest(kept, current)
  }

  /** Covers pods that died before recording. */
  async function findNow(roomId: string | undefined, accountId: number, otherId: number, alias: number) {
    const { room } = roomId === undefined ? { room: undefined } : await rooms.load(roomId)
    return room && togetherIn(room, accountId, otherId, alias)
  }

  async function findByToken(
    token: string,
    holder: number,
    other: number,
    alias: number,
  ): Promise<FoundMeeting['meeting']> {
    const incident = incidents.verify(token, { holder, other, alias })
    if (!incident) return undefined
    const [last, { room }] = await Promise.all([meetings.find(holder, other, alias), rooms.load(incident.roomId)])
    const kept = last?.roomId === incident.roomId ? last : undefined
    // Expired tokens count while both sit together.
    const found = latest(kept, room && togetherIn(room, holder, other, alias))
    return found ?? (expiryMs(incident) > now() ? meetingFromToken(incident, room) : undefined)
  }
}

function latest(kept: Meeting | undefined, current: Together | undefined): FoundMeeting['meeting'] {
  if (!current) return kept && { ...kept, together: false }
  const fromMs = kept?.roomId === current.roomId ? Math.min(kept.fromMs, current.fromMs) : current.fromMs
  return { ...current, fromMs, toMs: 0, together: true }
}

const meetingFromToken = (
  { roomId, roomName, mode, category, fromMs }: Incident,
  room: Room | undefined,
): FoundMeeting['meeting'] => ({
  roomId,
  roomName,
  mode,
  category,
  fromMs,
  toMs: 0,
  gatewayIds: room ? gatewaysOf(room) : [],
  username: '',
  seated: true,
  together: false,
})
