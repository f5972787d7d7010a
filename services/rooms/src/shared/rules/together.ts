import type { Room } from './room.js'

export interface Present {
  readonly accountId: number
  /** As it is shown in the room. */
  readonly username: string
  readonly seated: boolean
  readonly sinceMs: number
}

/** Players, then spectators; judges meet nobody. */
export const presentIn = ({ seats, watchers }: Room): Present[] => [
  ...seats.map(({ accountId, username, takenAtMs }) => ({ accountId, username, seated: true, sinceMs: takenAtMs })),
  ...watchers
    .filter(({ judge }) => !judge)
    .map(({ accountId, name, sinceMs }) => ({ accountId, username: name, seated: false, sinceMs })),
]

/** Spectators meet the players alone. */
export const meet = (one: Present, other: Present): boolean =>
  one.accountId !== other.accountId && (one.seated || other.seated)

/** Unix milliseconds. */
export const togetherSinceMs = (one: Present, other: Present): number => Math.max(one.sinceMs, other.sinceMs)

export function pairIn(room: Room, oneId: number, otherId: number): readonly [Present, Present] | undefined {
  const present = presentIn(room)
  const one = present.find(({ accountId }) => accountId === oneId)
  const other = present.find(({ accountId }) => accountId === otherId)
  return one && other && meet(one, other) ? [one, other] : undefined
}
