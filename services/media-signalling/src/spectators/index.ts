import type { StartWatchPeers, WatchPeer } from '@kla/proto'
import { type IceTransportPolicy, stricterOf, type WatchingPeer } from '../shared/rules.js'
import type { WatchedPlayer, WatchPart, WatchSession } from './rules.js'
import { mintIceServers, type IceSettings } from '../ice/index.js'

/**
 * Between players and watchers only relays have addresses, wherever there is a relay: a watcher need not learn where a
 * player is. It holds for both ends, as a player that answered checks directly would show its address all the same.
 */
export const watchPolicy = ({ turnUrls, iceTransportPolicy }: IceSettings): IceTransportPolicy =>
  turnUrls.length > 0 ? 'relay' : iceTransportPolicy

/** All that one player or watcher needs for its connections with the other kind, with fresh credentials. */
export const startWatchPeersFor = (
  roomId: string,
  { generation, policy }: WatchSession,
  part: WatchPart,
  settings: IceSettings,
  nowMs: number,
): StartWatchPeers => ({
  socketId: part.socketId,
  watching: part.watching,
  peers: part.watching ? part.peers.map(playerPeer) : part.peers.map(watcherPeer),
  iceServers: mintIceServers(settings, { roomId, who: part.watching ? { socketId: part.socketId } : { accountId: part.accountId } }, nowMs),
  iceTransportPolicy: stricterOf(policy, watchPolicy(settings)),
  generation,
})

const playerPeer = ({ socketId, name, accountId }: WatchedPlayer): WatchPeer => ({ socketId, name, accountId, judge: false })

const watcherPeer = ({ socketId, name, judge }: WatchingPeer): WatchPeer => ({ socketId, name, judge, accountId: 0 })
