import type { StartWatchPeers } from '@kla/proto'
import type { StartWatchPeersData } from '@kla/proto/web'
import { iceServerEntries, icePolicy } from './ice-servers.js'

export const startWatchPeersData = (part: StartWatchPeers): StartWatchPeersData => ({
  watching: part.watching,
  peers: part.peers.map(({ socketId, name, judge, accountId }) => ({
    ...{ socketId, name, judge },
    id: accountId === 0 ? null : accountId,
  })),
  iceServers: iceServerEntries(part.iceServers),
  iceTransportPolicy: icePolicy(part.iceTransportPolicy),
})
