import type { StartWatchPeers, WatchPeer } from '@kla/proto'
import { type Holder, type IceSettings, mintIceServers } from '../ice/index.js'
import { type IceTransportPolicy, stricterOf, type WatchingPeer } from '../shared/rules.js'
import type { WatchedPlayer, WatchPart, WatchSession } from './rules.js'

export { createWatchLeases, type WatchLeases } from './lease-store.js'
export { createRenewal } from './renewal.js'
export { isAmong, isPermitted, watchingAfter, watchPartsOf, type WatchSession } from './rules.js'

/** Relays both ends: connectivity checks of either would reveal the other's address. */
export const watchPolicy = ({ turnUrls, iceTransportPolicy }: IceSettings): IceTransportPolicy =>
  turnUrls.length > 0 ? 'relay' : iceTransportPolicy

export const startWatchPeersFor = (
  roomId: string,
  { generation, policy }: WatchSession,
  part: WatchPart,
  settings: IceSettings,
  { leaseMs, nowMs }: { readonly leaseMs: number; readonly nowMs: number },
): StartWatchPeers => ({
  socketId: part.socketId,
  watching: part.watching,
  peers: part.watching ? part.peers.map(playerPeer) : part.peers.map(watcherPeer),
  iceServers: mintIceServers(settings, holderOf(roomId, part), nowMs),
  iceTransportPolicy: stricterOf(policy, watchPolicy(settings)),
  generation,
  leaseMs: part.peers.length === 0 ? 0 : leaseMs,
})

const holderOf = (roomId: string, { accountId, socketId }: WatchPart): Holder =>
  accountId === undefined ? { roomId, judge: socketId } : { accountId }

const playerPeer = ({ socketId, name, accountId, alias }: WatchedPlayer): WatchPeer => ({
  socketId,
  name,
  accountId,
  alias,
  judge: false,
})

const watcherPeer = ({ socketId, name, judge }: WatchingPeer): WatchPeer => ({ socketId, name, judge, accountId: 0 })
