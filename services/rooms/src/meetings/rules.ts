import type { Room } from '../shared/rules/room.js'

/** How long somebody counts as met after the last time together, milliseconds. */
export const MET_MS = 24 * 3_600_000
/** How many people an account is remembered to have met; who was met first makes room. */
export const MET_MAX = 500

/** That one account was with another one in a room, as one of the two remembers it. */
export interface Meeting {
  readonly roomId: string
  readonly roomName: string
  readonly mode: string
  readonly category: string
  /** Unix milliseconds: from when they were together. */
  readonly fromMs: number
  /** Until when; 0: nobody has noticed the end. */
  readonly toMs: number
  /** Gateways on which the room had connections. */
  readonly gatewayIds: readonly string[]
}

/** What one account is to remember of another one. */
export interface Remembered {
  readonly accountId: number
  readonly otherId: number
  /** `toMs` is set by the store, whose clock all pods share. */
  readonly meeting: Omit<Meeting, 'toMs'>
  readonly together: boolean
}

interface Present {
  readonly accountId: number
  readonly seated: boolean
  readonly sinceMs: number
}

/**
 * What two accounts may remember of each other after a change of their room, in both directions: those who are together now
 * and those who were until this change. Who watches meets the players and they meet them; watchers do not meet each other,
 * and a judge is no account. Undefined room: there was none before.
 */
export function rememberedOf(before: Room | undefined, after: Room): Remembered[] {
  const now = pairsIn(after)
  const known = before ? pairsIn(before) : []
  if (now.length === known.length && now.every((pair, at) => isSame(pair, known[at]))) return []
  const apart = known.filter((pair) => !now.some((other) => isSame(pair, other)))
  return [
    ...now.flatMap((pair) => bothWays(after, pair, true)),
    ...(before ? apart.flatMap((pair) => bothWays(before, pair, false)) : []),
  ]
}

/** The meeting of two accounts that are in a room together at this moment. */
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

function bothWays(room: Room, pair: Pair, together: boolean): Remembered[] {
  const meeting = meetingOf(room, pair)
  const [one, other] = pair
  return [
    { accountId: one, otherId: other, meeting, together },
    { accountId: other, otherId: one, meeting, together },
  ]
}
