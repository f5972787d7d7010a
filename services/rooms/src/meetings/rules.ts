import type { Room } from '../shared/rules/room.js'

export const MET_MS = 24 * 3_600_000
/** Per account; the oldest make room. */
export const MET_MAX = 500

/** Two accounts in one room, as one of them remembers it. */
export interface Meeting {
  readonly roomId: string
  readonly roomName: string
  readonly mode: string
  readonly category: string
  /** Unix milliseconds. */
  readonly fromMs: number
  /** 0: no end was recorded. */
  readonly toMs: number
  /** The room's. */
  readonly gatewayIds: readonly string[]
}

export interface MeetingChange {
  readonly accountId: number
  readonly otherId: number
  /** The store sets `toMs` by its own clock. */
  readonly meeting: Omit<Meeting, 'toMs'>
  readonly together: boolean
}

interface Present {
  readonly accountId: number
  readonly seated: boolean
  readonly sinceMs: number
}

/** That a change begins or ends, in both directions. Spectators meet the players alone; judges meet nobody. */
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

export function togetherIn(room: Room, accountId: number, otherId: number): Omit<Meeting, 'toMs'> | undefined {
  const pair = pairsIn(room).find((ids) => ids.includes(accountId) && ids.includes(otherId))
  return pair && meetingOf(room, pair)
}

type Pair = readonly [number, number]

function pairsIn(room: Room): Pair[] {
  const present = presentIn(room)
  return present.flatMap((one, at) =>
    present.slice(at + 1).flatMap((other): Pair[] => {
      if (one.accountId === other.accountId || (!one.seated && !other.seated)) return []
      return [[one.accountId, other.accountId]]
    }),
  )
}

const presentIn = ({ seats, watchers }: Room): Present[] => [
  ...seats.map(({ accountId, takenAtMs }) => ({ accountId, seated: true, sinceMs: takenAtMs })),
  ...watchers
    .filter(({ judge }) => !judge)
    .map(({ accountId, sinceMs }) => ({ accountId, seated: false, sinceMs })),
]

const isSame = (one: Pair, other: Pair | undefined): boolean => one[0] === other?.[0] && one[1] === other[1]

function meetingOf(room: Room, pair: Pair): Omit<Meeting, 'toMs'> {
  const both = presentIn(room).filter(({ accountId }) => pair.includes(accountId))
  const gateways = [...room.seats, ...room.watchers].map(({ connection }) => connection.gatewayId)
  return {
    roomId: room.id,
    roomName: room.name,
    mode: room.mode,
    category: room.category,
    fromMs: Math.max(...both.map(({ sinceMs }) => sinceMs)),
    gatewayIds: [...new Set(gateways)],
  }
}

function bothWays(room: Room, pair: Pair, together: boolean): MeetingChange[] {
  const meeting = meetingOf(room, pair)
  const [one, other] = pair
  return [
    { accountId: one, otherId: other, meeting, together },
    { accountId: other, otherId: one, meeting, together },
  ]
}
