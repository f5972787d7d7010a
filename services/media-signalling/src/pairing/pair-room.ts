import { asTold, isUntold, nextSession, type Policies } from '../domain/next-session.js'
import type { PeerSession } from '../domain/peer-session.js'
import type { RoomSnapshot } from '../domain/room-snapshot.js'
import type { SessionStore, StoredSession } from '../store/session-store.js'

export interface PairRoomParts {
  readonly store: SessionStore
  readonly policies: Policies
  /** Tells players and watchers what of the session has not been told. */
  readonly announce: (roomId: string, session: PeerSession) => void
}

/** Takes a snapshot of a room into account and answers the session as it then stands. */
export type PairRoom = (roomId: string, room: RoomSnapshot) => Promise<PeerSession | undefined>

// Pods that handle facts of one room at once collide a time or two, not more.
const TRIES = 20

/**
 * The session is stored first, then told, then marked as told. A process that dies in between leaves a session that
 * is not marked; the fact that it did not acknowledge comes again, or the next one comes, and the pairing is told then.
 */
export function createPairRoom(parts: PairRoomParts): PairRoom {
  const { store, policies, announce } = parts

  const storeNext = async (roomId: string, room: RoomSnapshot): Promise<StoredSession> => {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const loaded = await store.load(roomId)
      const next = nextSession(loaded.session, room, policies)
      if (!next) return loaded
      const committed = await store.commit(roomId, loaded, next)
      if (committed) return committed
    }
    throw new Error('a peer session could not be stored: too many at once')
  }

  return async (roomId, room) => {
    const stored = await storeNext(roomId, room)
    if (stored.session && isUntold(stored.session)) {
      announce(roomId, stored.session)
      await store.commit(roomId, stored, asTold(stored.session))
    }
    return stored.session
  }
}
