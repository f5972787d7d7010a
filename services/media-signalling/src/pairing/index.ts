import { type Bus, counter, type EventConsumer, type Logger, type Metrics } from '@kla/chassis'
import type { IceTransportPolicy, RoomSnapshot } from '../shared/rules.js'
import { createRenewal, watchingAfter, type WatchLeases } from '../spectators/index.js'
import {
  consumeSeatsChanged,
  type PairRoom,
  publishPeersStarted,
  publishRenewal,
  snapshotOf,
  type WatchSettings,
} from './events.js'
import { getPeers, type RoomsClient } from './rpc.js'
import { asPublished, isUnpublished, pairUp, type PeerSession } from './rules.js'
import { NO_SESSION, type SessionStore, type StoredSession } from './store.js'

export { snapshotOfUpdate } from './events.js'
export { createRoomsClient, type RoomsClient } from './rpc.js'
export { connects, policyOf, type PeerSession } from './rules.js'
export { createSessionStore, type SessionStore } from './store.js'

/** ICE policies of players and watchers. */
export interface Policies {
  readonly players: IceTransportPolicy
  readonly watchers: IceTransportPolicy
}

export interface PairingDeps {
  readonly bus: Bus
  readonly store: SessionStore
  readonly rooms: Pick<RoomsClient, 'getRoom'>
  readonly policies: Policies
  readonly settings: WatchSettings & { readonly watchLeaseRenewalMs: number }
  readonly leases: WatchLeases
  readonly metrics: Metrics
  readonly log: Logger
}

export function createPairing({ bus, store, rooms, policies, settings, leases, metrics, log }: PairingDeps) {
  const pairings = counter(metrics, 'kla_pairings_total', 'Pairings that were published to players.')
  const renewals = counter(metrics, 'kla_watch_renewals_total', 'Watched rooms whose leases were renewed.')
  const pairRoom = createPairRoom({
    store,
    policies,
    watched: leases.put,
    publish(roomId, session) {
      publishPeersStarted(bus, roomId, session, settings, Date.now())
      if (session.pair && !session.announced) pairings.inc()
    },
  })
  return {
    handlers: { getPeers: getPeers({ rooms, store, pairRoom, settings, leases }) },
    consume: (durable: string): Promise<EventConsumer[]> => consumeSeatsChanged(bus, durable, pairRoom, log),
    renewLeases: createRenewal({
      leases,
      getRoom: rooms.getRoom,
      applyRoom: async (roomId, room) => (await pairRoom(roomId, snapshotOf(room)))?.watching,
      reachNats: () => bus.flush(),
      publish(roomId, watching) {
        publishRenewal(bus, roomId, watching, settings, Date.now())
        renewals.inc()
      },
      renewalMs: settings.watchLeaseRenewalMs,
      onFailure: (error) => log.warn({ err: error }, 'a watched room could not be renewed'),
    }),
  }
}

export function nextSession(
  session: PeerSession | undefined,
  room: RoomSnapshot,
  policies: Policies,
): PeerSession | undefined {
  const next = pairUp(session, room, policies.players)
  const watching = next && watchingAfter(session?.watching, room, policies.watchers)
  return watching ? { ...next, watching } : next
}

interface PairRoomDeps {
  readonly store: SessionStore
  readonly policies: Policies
  readonly publish: (roomId: string, session: PeerSession) => void
  readonly watched: (roomId: string) => Promise<void>
}

// Pods that handle one room rarely collide more than twice.
const TRIES = 20

/** A later event publishes what a dead process did not mark as published. */
export function createPairRoom({ store, policies, publish, watched }: PairRoomDeps): PairRoom {
  const storeNext = async (roomId: string, room: RoomSnapshot): Promise<StoredSession> => {
    // Most who sit down make a room's first pair. A commit that finds another session answers with it.
    let loaded = room.joined ? NO_SESSION : await store.load(roomId)
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const next = nextSession(loaded.session, room, policies)
      if (!next) return loaded
      const { done, stored } = await store.commit(roomId, loaded, next)
      if (done) return stored
      loaded = stored
    }
    throw new Error('a peer session could not be stored: too many at once')
  }

  return async (roomId, room) => {
    const stored = await storeNext(roomId, room)
    if (stored.session && isUnpublished(stored.session)) {
      if (stored.session.watching?.watchers.length) await watched(roomId)
      publish(roomId, stored.session)
      await store.commit(roomId, stored, asPublished(stored.session))
    }
    return stored.session
  }
}
