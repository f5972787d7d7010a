import { peerIdOf, type Room, type StartWatchPeers, type Watcher } from '@kla/proto'
import type { PlayerEntry, ServerEvents, StartWatchPeersData, WatcherEntry } from '@kla/proto/web'
import { icePolicy, iceServerEntries } from '../../shared/ice.js'
import { shownIdOf, shownIdsIn } from '../../shared/shown-ids.js'
import { dataText } from '../frames.js'
import type { Member } from './member.js'

const watcherEntry = (watcher: Watcher): WatcherEntry => ({
  socketId: peerIdOf(watcher),
  name: watcher.name,
  judge: watcher.judge,
})

/** Entry of a judge, who has no account: id 0. */
export const judgeEntry = (judge: Watcher): PlayerEntry => ({
  socketId: peerIdOf(judge),
  username: judge.name,
  discord_id: '',
  id: 0,
  avatar: '',
  connected: true,
})

export const watchersData = (room: Room): ServerEvents['watchers'] => ({
  watchers: room.watchers.map(watcherEntry),
  spectatorConsents: room.spectatorConsents.map(shownIdsIn(room)),
})

export const watcherBy = (room: Room | undefined, socketId: string): Watcher | undefined =>
  room?.watchers.find(({ connection }) => connection?.socketId === socketId)

export const hasWatcher = (room: Room | undefined, peerId: string): boolean =>
  room?.watchers.some((watcher) => peerIdOf(watcher) === peerId) ?? false

/** True with watchers or consents; others never mention watching. */
export const hasWatching = ({ watchers, spectatorConsents }: Room): boolean =>
  watchers.length > 0 || spectatorConsents.length > 0

export function deliverWatchers(members: Iterable<Member>, before: Room, after: Room): void {
  const text = dataText('watchers', watchersData(after))
  if (text === dataText('watchers', watchersData(before))) return
  for (const member of members) if (!member.leaving) member.deliverText('watchers', text)
}

/** Text for the watcher; `closedReason` for a closed room. */
export const endOfWatching = (closedReason?: string): string =>
  closedReason === undefined ? "You're no longer watching this room." : 'The room you watched has closed.'

/** Watchers' peers, with the time of receipt. */
export type ReceivedWatchPart = StartWatchPeers & { readonly atMs: number }

export const isLeased = ({ leaseMs = 0 }: StartWatchPeers): boolean => leaseMs > 0

/** Replaces the lease by what is left of it. */
export const leftOf = ({ atMs, leaseMs, ...part }: ReceivedWatchPart, nowMs: number): StartWatchPeers => ({
  ...part,
  leaseMs: leaseMs === undefined ? undefined : Math.max(0, leaseMs - (nowMs - atMs)),
})

export const startWatchPeersData = (part: StartWatchPeers): StartWatchPeersData => ({
  watching: part.watching,
  peers: part.peers.map(({ socketId, name, judge, ...peer }) => ({
    socketId,
    name,
    judge,
    id: peer.accountId === 0 ? null : shownIdOf(peer),
  })),
  iceServers: iceServerEntries(part.iceServers),
  iceTransportPolicy: icePolicy(part.iceTransportPolicy),
  generation: part.generation,
  ...(part.leaseMs === undefined ? {} : { leaseMs: part.leaseMs }),
})
