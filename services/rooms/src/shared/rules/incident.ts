import type { Room } from './room.js'
import { pairIn, togetherSinceMs } from './together.js'

/** Proof for its holder that two accounts were together in a room. */
export interface Incident {
  readonly roomId: string
  readonly roomName: string
  readonly mode: string
  readonly category: string
  readonly holder: number
  readonly other: number
  /** Alias known to the holder. Absent: the id. */
  readonly alias?: number | undefined
  readonly fromMs: number
  /** Hour in which they were together; Unix milliseconds. */
  readonly madeMs: number
}

export interface Incidents {
  encode(incident: Incident): string
  /** Returns undefined unless made here for this holder, other account and alias. May have expired. */
  verify(token: string, between: Pick<Incident, 'holder' | 'other' | 'alias'>): Incident | undefined
  /** Token about the other player; undefined while alone. */
  tokenIn(room: Room, accountId: number, nowMs: number): string | undefined
}

export interface Known {
  readonly accountId: number
  /** Absent: the account id. */
  readonly alias?: number | undefined
}

/** Account to block on a panic exit; without an incident the two have not met. */
export interface Blockable extends Known {
  readonly incident: Incident | null
}

/** Returns `wanted` if the account may block it under that alias; for 0, the last player it sat with here. */
export type FindBlockable = (
  accountId: number,
  roomId: string,
  wanted: number,
  alias?: number,
) => Promise<Blockable | undefined>

const HOUR_MS = 3_600_000

/** Keeps a pair's token for an hour. */
export const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS

export function incidentIn(room: Room, holder: number, other: number, nowMs: number): Incident | undefined {
  const pair = pairIn(room, holder, other)
  return (
    pair && {
      roomId: room.id,
      roomName: room.name,
      mode: room.mode,
      category: room.category,
      holder,
      other,
      ...(pair[1].alias === undefined ? {} : { alias: pair[1].alias }),
      fromMs: togetherSinceMs(...pair),
      madeMs: hourOf(nowMs),
    }
  )
}
