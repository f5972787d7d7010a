import { SHARDS, shardOf } from '../domain/room-id.js'
import type { Deadlines, DueRoom } from '../store/deadlines.js'
import type { Rooms } from './rooms.js'
import type { RoomsMetrics } from './rooms-metrics.js'

// Per shard and run: what one pod can surely do within the two seconds for which a claim is its own.
const LIMIT = 50

/** Lets go those whose grace has run out. */
export const sweepDeadlines =
  ({ rooms, deadlines, metrics }: { rooms: Rooms; deadlines: Deadlines; metrics: RoomsMetrics }) =>
  async (): Promise<void> => {
    const expire = async ({ roomId, latenessMs }: DueRoom): Promise<void> => {
      metrics.lateness.observe(latenessMs / 1_000)
      const result = await rooms.execute(roomId, { kind: 'expire-graces' })
      if (result !== 'late' && 'refused' in result) await deadlines.forget(shardOf(roomId), roomId)
    }
    await Promise.all(
      SHARDS.map(async (shard) => {
        const due = await deadlines.claim(shard, LIMIT)
        await Promise.all(due.map(expire))
      }),
    )
  }
