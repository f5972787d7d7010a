import type { StartPeers } from '@kla/proto'
import type { IceTransportPolicy } from '../domain/ice-transport-policy.js'
import { policyOf, type PeerPart, type PeerSession } from '../domain/peer-session.js'
import { mintIceServers, type IceSettings } from './ice-servers.js'

export interface StartPeersSettings extends IceSettings {
  readonly iceTransportPolicy: IceTransportPolicy
}

/** All that one player needs to connect with the other, with fresh credentials. */
export const startPeersFor = (
  roomId: string,
  session: PeerSession,
  part: PeerPart,
  settings: StartPeersSettings,
  nowMs: number,
): StartPeers => ({
  socketId: part.self.socketId,
  peers: [{ socketId: part.other.socketId, accountId: part.other.accountId }],
  polite: part.polite,
  iceServers: mintIceServers(settings, { roomId, who: { accountId: part.self.accountId } }, nowMs),
  iceTransportPolicy: policyOf(session, settings.iceTransportPolicy),
  generation: session.generation,
})
