import type { StartWatchPeersData } from '@kla/proto/web'

/** How a player and a watcher reach each other: the same servers and policy for all of them. */
export const watchConfigurationOf = ({
  iceServers,
  iceTransportPolicy,
}: Pick<StartWatchPeersData, 'iceServers' | 'iceTransportPolicy'>): RTCConfiguration => ({
  iceServers,
  iceTransportPolicy,
  bundlePolicy: 'max-bundle',
})

/** Takes every handler off a connection and ends it: what comes late reaches nobody. */
export function hangUp(pc: RTCPeerConnection): void {
  pc.onconnectionstatechange = null
  pc.onnegotiationneeded = null
  pc.onicecandidate = null
  pc.ontrack = null
  pc.close()
}
