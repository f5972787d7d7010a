import type { StartPeers } from '@kla/proto'
import type { StartPeersData } from '@kla/proto/web'
import { iceServerEntries, icePolicy } from './ice-servers.js'

export const startPeersData = (part: StartPeers): StartPeersData => ({
  peers: part.peers.map(({ socketId, accountId }) => ({ socketId, id: accountId })),
  polite: part.polite,
  iceServers: iceServerEntries(part.iceServers),
  iceTransportPolicy: icePolicy(part.iceTransportPolicy),
})
