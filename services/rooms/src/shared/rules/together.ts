import type { Room } from './room.js'

/** A player or spectator in a room. */
export interface Present {
  readonly accountId: number
  readonly username: string
  readonly alias?: number | undefined
  readonly seated: boolean
  readonly sinceMs: number
}

/** Players, then spectators; judges meet no one. */
export const presentIn = ({ seats, watchers }: Room): Present[] => [
  ...seats.map(({ accountId, username, alias, takenAtMs }) => ({
    accountId,
    username,
    alias,
    seated: true,
    sinceMs: takenAtMs,
  })),
  ...watchers
    .filter(({ judge }) => !judge)
    .map(({ accountId, name, alias, sinceMs }) => ({ accountId, username: name, alias, seated: false, sinceMs })),
]

/** True unless both are spectators. */
export const meet = (one: Present, other: Present): boolean =>
  one.accountId !== other.accountId && (one.seated || other.seated)

export const togetherSinceMs = (one: Present, other: Present): number => Math.max(one.sinceMs, other.sinceMs)

export function pairIn(room: Room, oneId: number, otherId: number): readonly [Present, Present] | undefined {
  const present = presentIn(room)
  const one = present.find(({ accountId }) => accountId === oneId)
  const other = present.find(({ accountId }) => accountId === otherId)
  return one && other && meet(one, other) ? [one, other] : undefined
}
