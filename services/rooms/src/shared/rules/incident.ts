import type { Room } from './room.js'
import { pairIn, togetherSinceMs } from './together.js'

/** Proof for its holder of a meeting in a room. */
export interface Incident {
  readonly roomId: string
  readonly roomName: string
  readonly mode: string
  readonly category: string
  readonly holder: number
  readonly other: number
  /** Alias known to the holder; default: the id. */
  readonly alias?: number | undefined
  readonly fromMs: number
  readonly madeMs: number
}

/** Makes and checks tokens of incidents. */
export interface Incidents {
  encode(incident: Incident): string
  /** Verifies a token made here for these accounts; may be expired. */
  verify(token: string, between: Pick<Incident, 'holder' | 'other' | 'alias'>): Incident | undefined
  tokenIn(room: Room, accountId: number, nowMs: number): string | undefined
}

/** An account as another player knows it. */
export interface Known {
  readonly accountId: number
  readonly alias?: number | undefined
}

/** Account to block; without an incident they never met. */
export interface Blockable extends Known {
  readonly incident: Incident | null
}

/** Finds `wanted` if blockable; for 0, the last player it sat with. */
export type FindBlockable = (
  accountId: number,
  roomId: string,
  wanted: number,
  alias?: number,
) => Promise<Blockable | undefined>

const HOUR_MS = 3_600_000

/** Start of the hour, while tokens stay the same. */
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
