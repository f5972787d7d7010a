import { nextSession, type Policies } from '../pairing/index.js'
import type { PeerSession } from '../pairing/rules.js'
import type { RoomSnapshot } from '../shared/rules.js'

/** What this process believes of one room. */
export interface Seen {
  /** Undefined: the store was asked and had nothing. */
  readonly session: PeerSession | undefined
  /** When this was last heard of or read. */
  readonly seenAtMs: number
  /** When the store was last asked. */
  readonly readAtMs: number
}

/** The peer sessions as this process knows them without asking anybody: a cache, never the truth. */
export interface SessionView {
  get(roomId: string): Seen | undefined
  /** Takes news of a room into account, by the same rule that makes the stored session. */
  hear(roomId: string, room: RoomSnapshot, nowMs: number): void
  /** Takes what the store has into account, unless newer news have been heard. */
  adopt(roomId: string, stored: PeerSession | undefined, nowMs: number): void
}

// About 400 bytes each.
const ROOMS_MAX = 20_000

export function createSessionView(policies: Policies, roomsMax: number = ROOMS_MAX): SessionView {
  const rooms = new Map<string, Seen>()

  const remember = (roomId: string, seen: Seen): void => {
    rooms.delete(roomId)
    rooms.set(roomId, seen)
    if (rooms.size > roomsMax) rooms.delete(rooms.keys().next().value as string)
  }

  return {
    get: (roomId) => rooms.get(roomId),
    hear(roomId, room, nowMs) {
      const known = rooms.get(roomId)
      const next = nextSession(known?.session, room, policies)
      if (next) remember(roomId, { session: next, seenAtMs: nowMs, readAtMs: known?.readAtMs ?? 0 })
    },
    adopt(roomId, stored, nowMs) {
      const known = rooms.get(roomId)?.session
      const newer = known && (!stored || stored.roomVersion < known.roomVersion) ? known : stored
      remember(roomId, { session: newer, seenAtMs: nowMs, readAtMs: nowMs })
    },
  }
}
