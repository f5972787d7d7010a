import { nextSession, type PeerSession, type Policies } from '../pairing/index.js'
import type { RoomSnapshot } from '../shared/rules.js'

export interface KnownRoom {
  readonly session: PeerSession | undefined
  readonly knownAtMs: number
  readonly readAtMs: number
}

/** Cache of sessions, fed by room updates. */
export interface SessionView {
  get(roomId: string): KnownRoom | undefined
  apply(roomId: string, room: RoomSnapshot, nowMs: number): void
  refresh(roomId: string, stored: PeerSession | undefined, nowMs: number): void
}

// About 400 bytes each.
const ROOMS_MAX = 20_000

export function createSessionView(policies: Policies, roomsMax: number = ROOMS_MAX): SessionView {
  const rooms = new Map<string, KnownRoom>()

  const remember = (roomId: string, known: KnownRoom): void => {
    rooms.delete(roomId)
    rooms.set(roomId, known)
    if (rooms.size > roomsMax) rooms.delete(rooms.keys().next().value as string)
  }

  return {
    get: (roomId) => rooms.get(roomId),
    apply(roomId, room, nowMs) {
      const known = rooms.get(roomId)
      const next = nextSession(known?.session, room, policies)
      if (next) remember(roomId, { session: next, knownAtMs: nowMs, readAtMs: known?.readAtMs ?? 0 })
    },
    refresh(roomId, stored, nowMs) {
      const known = rooms.get(roomId)?.session
      const newer = known && (!stored || stored.roomVersion < known.roomVersion) ? known : stored
      remember(roomId, { session: newer, knownAtMs: nowMs, readAtMs: nowMs })
    },
  }
}
