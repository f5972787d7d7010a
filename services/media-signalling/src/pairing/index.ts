import type { IceTransportPolicy, RoomSnapshot } from '../shared/rules.js'
import { watchingAfter } from '../spectators/rules.js'
import { pairUp, type PeerSession } from './rules.js'
import type { SessionStore, StoredSession } from './store.js'

/** What the two players may learn of each other, and what players and watchers may. */
export interface Policies {
  readonly players: IceTransportPolicy
  readonly watchers: IceTransportPolicy
}

/** The session after a snapshot of its room, or undefined if the snapshot is no news. */
export function nextSession(
  session: PeerSession | undefined,
  room: RoomSnapshot,
  policies: Policies,
): PeerSession | undefined {
  const next = pairUp(session, room, policies.players)
  const watching = next && watchingAfter(session?.watching, room, policies.watchers)
  return watching ? { ...next, watching } : next
}

/** Whether somebody is to hear of a connection that has not. */
export const isUntold = ({ pair, announced, watching }: PeerSession): boolean =>
  (pair !== null && !announced) || watching?.announced === false

/** The session once everybody has heard. */
export const asTold = (session: PeerSession): PeerSession => ({
  ...session,
  announced: true,
  ...(session.watching ? { watching: { ...session.watching, announced: true } } : {}),
})

interface PairRoomParts {
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
