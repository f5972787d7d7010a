import type { SeatedContext } from '../event-row.js'
import type { JoinTimes } from '../join-times.js'
import type { HandlerParts } from './handler-parts.js'

/** Counts how players reach each other, and measures how long who joined has waited for it. Nothing else follows. */
export const mediaConnected =
  ({ metrics }: HandlerParts, joinTimes: JoinTimes) =>
  async ({ connection, data, receivedAt }: SeatedContext<'media-connected'>): Promise<void> => {
    metrics.mediaConnections.inc({ via: data.via })
    joinTimes.pictured(connection, receivedAt)
  }
