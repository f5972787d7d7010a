import type { Bus } from '@kla/chassis'
import { PeersStarted, Signal, subjects } from '@kla/proto'
import { partsOf, type PeerSession } from '../domain/peer-session.js'
import { startPeersFor, type StartPeersSettings } from '../ice/start-peers.js'

/** Tells the gateways of a new pairing, each player's part with credentials minted now. */
export function publishPeersStarted(
  bus: Bus,
  roomId: string,
  session: PeerSession,
  settings: StartPeersSettings,
  nowMs: number,
): void {
  const parts = partsOf(session).map((part) => startPeersFor(session, part, settings, nowMs))
  bus.publish(subjects.roomPeers(roomId), PeersStarted.encode({ roomId, parts, watchParts: [] }).finish())
}

/** Hands a checked signal to the gateway of the other player. */
export function publishSignal(bus: Bus, signal: Signal): void {
  bus.publish(subjects.roomSignal(signal.roomId), Signal.encode(signal).finish())
}
