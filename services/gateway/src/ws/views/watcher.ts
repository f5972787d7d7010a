import { peerIdOf, type Room, type Watcher } from '@kla/proto'
import type { PlayerEntry, ServerEvents, WatcherEntry } from '@kla/proto/web'

/** Somebody who watches, as the room sees them. */
export const watcherEntry = (watcher: Watcher): WatcherEntry => ({
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
