import type { StartPeers } from '@kla/proto'
import type { StartPeersData } from '@kla/proto/web'

export const startPeersData = (part: StartPeers): StartPeersData => ({
  peers: part.peers.map(({ socketId, accountId }) => ({ socketId, id: accountId })),
  polite: part.polite,
  iceServers: part.iceServers.map(({ urls, username, credential }) =>
    username === '' ? { urls } : { urls, username, credential },
  ),
  // A policy that is not known here must not become the more open one.
  iceTransportPolicy: part.iceTransportPolicy === 'all' ? 'all' : 'relay',
})
