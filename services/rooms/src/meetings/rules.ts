import { hourOf, type Incident } from '../shared/rules/incident.js'
import { aliasOf, type Room } from '../shared/rules/room.js'
import { meet, pairIn, type Present, presentIn, togetherSinceMs } from '../shared/rules/together.js'

export const MET_MS = 24 * 3_600_000
/** Limit per account; drops the oldest. */
export const MET_MAX = 500

/** Meeting of two accounts in a room, as one remembers it. */
export interface Meeting {
  readonly roomId: string
  readonly roomName: string
  readonly mode: string
  readonly category: string
  readonly fromMs: number
  /** Unix milliseconds; 0 without a recorded end. */
  readonly toMs: number
  readonly gatewayIds: readonly string[]
  readonly username: string
  readonly alias?: number | undefined
  readonly seated: boolean
}

/** A meeting whose end is not known. */
export type Together = Omit<Meeting, 'toMs'>

/** A meeting as the store returns it. */
export interface KeptMeeting extends Meeting {
  readonly otherId: number
  readonly lastMs: number
}

/** Start or end of a meeting, to record. */
export interface MeetingChange {
  readonly accountId: number
  readonly otherId: number
  readonly meeting: Together
  readonly together: boolean
}

/** Meetings that begin or end, in both directions. Spectators meet only players. */
export function meetingChanges(before: Room | undefined, after: Room): MeetingChange[] {
  const now = pairsIn(after)
  const known = before ? pairsIn(before) : []
  if (now.length === known.length && now.every((pair, at) => isSame(pair, known[at]))) return []
  const parted = known.filter((pair) => !now.some((other) => isSame(pair, other)))
  return [
    ...now.flatMap((pair) => bothWays(after, pair, true)),
    ...(before ? parted.flatMap((pair) => bothWays(before, pair, false)) : []),
  ]
}

export function togetherIn(room: Room, accountId: number, otherId: number, alias = otherId): Together | undefined {
  const pair = pairIn(room, accountId, otherId)
  return pair && aliasOf(pair[1]) === alias ? meetingOf(room, pair) : undefined
}

export function companionsIn(
  room: Room,
  accountId: number,
): { readonly otherId: number; readonly meeting: Together }[] {
  return presentIn(room).flatMap(({ accountId: otherId }) => {
    const pair = pairIn(room, accountId, otherId)
    const meeting = pair && meetingOf(room, pair)
    return meeting ? [{ otherId, meeting }] : []
  })
}

type Pair = readonly [Present, Present]

function pairsIn(room: Room): Pair[] {
  const present = presentIn(room)
  return present.flatMap((one, at) =>
    present.slice(at + 1).flatMap((other): Pair[] => (meet(one, other) ? [[one, other]] : [])),
  )
}

const isSame = (one: Pair, other: Pair | undefined): boolean =>
  one[0].accountId === other?.[0].accountId && one[1].accountId === other[1].accountId

function meetingOf(room: Room, [own, other]: Pair): Together {
  return {
    roomId: room.id,
    roomName: room.name,
    mode: room.mode,
    category: room.category,
    fromMs: togetherSinceMs(own, other),
    gatewayIds: gatewaysOf(room),
    username: other.username,
    ...(other.alias === undefined ? {} : { alias: other.alias }),
    seated: own.seated && other.seated,
  }
}

/** Gateways of those present; seats of a tie are reserved without one. */
export const gatewaysOf = ({ seats, watchers }: Room): string[] => [
  ...new Set([...seats, ...watchers].map(({ connection }) => connection.gatewayId).filter((id) => id !== '')),
]

function bothWays(room: Room, [one, other]: Pair, together: boolean): MeetingChange[] {
  return [
    { accountId: one.accountId, otherId: other.accountId, meeting: meetingOf(room, [one, other]), together },
    { accountId: other.accountId, otherId: one.accountId, meeting: meetingOf(room, [other, one]), together },
  ]
}

/** Proof of a meeting; `lastMs` is the last time together. */
export const incidentOf = (holder: number, other: number, meeting: Together, lastMs: number): Incident => ({
  roomId: meeting.roomId,
  roomName: meeting.roomName,
  mode: meeting.mode,
  category: meeting.category,
  holder,
  other,
  fromMs: meeting.fromMs,
  madeMs: hourOf(lastMs),
  ...(meeting.alias === undefined ? {} : { alias: meeting.alias }),
})
