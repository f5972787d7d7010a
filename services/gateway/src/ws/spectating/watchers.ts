import { peerIdOf, type Room, type StartWatchPeers, type Watcher } from '@kla/proto'
import type { PlayerEntry, ServerEvents, StartWatchPeersData, WatcherEntry } from '@kla/proto/web'
import { dataText } from '../frames.js'
import type { LiveRoom } from '../rooms/live-room.js'
import { icePolicy, iceServerEntries } from '../rooms/peers.js'

/** Somebody who watches, as the room sees them. */
const watcherEntry = (watcher: Watcher): WatcherEntry => ({
  socketId: peerIdOf(watcher),
  name: watcher.name,
  judge: watcher.judge,
})

/** A judge in the list of the room. It is no account: its id is 0. */
export const judgeEntry = (judge: Watcher): PlayerEntry => ({
  socketId: peerIdOf(judge),
  username: judge.name,
  discord_id: '',
  id: 0,
  avatar: '',
  connected: true,
})

export const watchersData = ({ watchers, spectatorConsents }: Room): ServerEvents['watchers'] => ({
  watchers: watchers.map(watcherEntry),
  spectatorConsents,
})

/** Who watches a room by a connection. */
export const watcherBy = (room: Room | undefined, socketId: string): Watcher | undefined =>
  room?.watchers.find(({ connection }) => connection?.socketId === socketId)

/** Whether a page watches a room. */
export const hasWatcher = (room: Room | undefined, peerId: string): boolean =>
  room?.watchers.some((watcher) => peerIdOf(watcher) === peerId) ?? false

/** Whether anybody watches, or a player consents to it: rooms without either never speak of watching. */
export const hasWatching = ({ watchers, spectatorConsents }: Room): boolean =>
  watchers.length > 0 || spectatorConsents.length > 0

/** Tells the members of a room who watches it now and who consents, if that is not as it was. */
export function deliverWatchers(room: LiveRoom, before: Room, after: Room): void {
  const text = dataText('watchers', watchersData(after))
  if (text === dataText('watchers', watchersData(before))) return
  for (const member of room.members.values()) if (!member.leaving) member.deliverText('watchers', text)
}

/** Why a connection watches no more, for the person; `closedReason` is what rooms says of a room that has closed. */
export const endOfWatching = (closedReason?: string): string =>
  closedReason === undefined ? 'You no longer watch this room.' : 'The room you watched has closed.'

export const startWatchPeersData = (part: StartWatchPeers): StartWatchPeersData => ({
  watching: part.watching,
  peers: part.peers.map(({ socketId, name, judge, accountId }) => ({
    ...{ socketId, name, judge },
    id: accountId === 0 ? null : accountId,
  })),
  iceServers: iceServerEntries(part.iceServers),
  iceTransportPolicy: icePolicy(part.iceTransportPolicy),
})
