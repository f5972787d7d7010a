import type { Room, Watcher } from '@kla/proto'
import type { PlayerEntry, ServerEvents, WatcherEntry } from '@kla/proto/web'

/** Somebody who watches, as the room sees them. */
export const watcherEntry = ({ connection, name, judge }: Watcher): WatcherEntry => ({
  socketId: connection?.socketId ?? '',
  name,
  judge,
})

/** A judge in the list of the room. It is no account: its id is 0. */
export const judgeEntry = ({ connection, name }: Watcher): PlayerEntry => ({
  socketId: connection?.socketId ?? '',
  username: name,
  discord_id: '',
  id: 0,
  avatar: '',
  connected: true,
})

export const watchersData = ({ watchers, spectatorConsents }: Room): ServerEvents['watchers'] => ({
  watchers: watchers.map(watcherEntry),
  spectatorConsents,
})
