import type { Room } from './room.js'
import { pairIn, togetherSinceMs } from './together.js'

/** That two accounts were together in a room, for its holder; what an incident token says. */
export interface Incident {
  readonly roomId: string
  readonly roomName: string
  readonly mode: string
  readonly category: string
  readonly holder: number
  readonly other: number
  /** By which the holder knows the other one. Absent: its id. */
  readonly alias?: number | undefined
  /** Unix milliseconds. */
  readonly fromMs: number
  /** The begun hour in which they were together; Unix milliseconds. */
  readonly madeMs: number
}

/** Tokens that say it. */
export interface Incidents {
  encode(incident: Incident): string
  /** Undefined unless it was made here, for this holder about the other under this alias. It may have run out. */
  verify(token: string, between: Pick<Incident, 'holder' | 'other' | 'alias'>): Incident | undefined
  /** A seated player's about the other one; undefined while the player is alone. */
  tokenIn(room: Room, accountId: number, nowMs: number): string | undefined
}

/** An account, as somebody knows it. */
export interface Known {
  readonly accountId: number
  /** Absent: the account id. */
  readonly alias?: number | undefined
}

/** Whom a player on the way out may block; without an incident the two have not met. */
export interface Blockable extends Known {
  readonly incident: Incident | null
}

/** `wanted` if the account may block it under that alias; for 0 the last one with whom it sat in this room. */
export type FindBlockable = (accountId: number, roomId: string, wanted: number, alias?: number) => Promise<Blockable | undefined>

const HOUR_MS = 3_600_000

/** So that the same pair keeps its token for an hour. */
export const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS

/** Of two who are together in the room now. */
export function incidentIn(room: Room, holder: number, other: number, nowMs: number): Incident | undefined {
  const pair = pairIn(room, holder, other)
  return pair && {
    ...{ roomId: room.id, roomName: room.name, mode: room.mode, category: room.category, holder, other },
    ...(pair[1].alias === undefined ? {} : { alias: pair[1].alias }),
    fromMs: togetherSinceMs(...pair),
    madeMs: hourOf(nowMs),
  }
}
