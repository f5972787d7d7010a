import type { Bus } from '@kla/chassis'
import { PeersStarted, Signal, subjects } from '@kla/proto'
import { partsOf, type PeerSession } from '../domain/peer-session.js'
import { watchPartsOf } from '../domain/watch-session.js'
import { startPeersFor, type StartPeersSettings } from '../ice/start-peers.js'
import { startWatchPeersFor } from '../ice/start-watch-peers.js'

/** Tells the gateways what of a session has not been told, each part with credentials minted now. */
export function publishPeersStarted(
  bus: Bus,
  roomId: string,
  session: PeerSession,
  settings: StartPeersSettings,
  nowMs: number,
): void {
  const { watching, announced } = session
  const parts = announced ? [] : partsOf(session).map((part) => startPeersFor(roomId, session, part, settings, nowMs))
  const watchParts =
    !watching || watching.announced
      ? []
      : watchPartsOf(watching).map((part) => startWatchPeersFor(roomId, watching, part, settings, nowMs))
  bus.publish(subjects.roomPeers(roomId), PeersStarted.encode({ roomId, parts, watchParts }).finish())
}

/** Hands a checked signal to the gateway of the other player. */
export function publishSignal(bus: Bus, signal: Signal): void {
  bus.publish(subjects.roomSignal(signal.roomId), Signal.encode(signal).finish())
}
