import type { Watcher } from '@kla/proto'
import type { WatcherEntry } from '@kla/proto/web'

/** Somebody who watches, as the room sees them. */
export const watcherEntry = ({ connection, name, judge }: Watcher): WatcherEntry => ({
  socketId: connection?.socketId ?? '',
  name,
  judge,
})
