import type { Looking } from '@kla/chassis'
import { SHARDS, shardOf } from '../domain/room-id.js'
import type { Deadlines, DueRoom } from '../store/deadlines.js'
import type { Rooms } from './rooms.js'
import type { RoomsMetrics } from './rooms-metrics.js'

// Per shard and run: what one pod can surely do within the two seconds for which a claim is its own.
const LIMIT = 50

export interface DeadlineSweepOptions {
  readonly rooms: Rooms
  readonly deadlines: Deadlines
  /** Which shards to look at; no grace is shorter than the longest pause between two looks at one. */
  readonly looking: Looking<string>
  readonly metrics: RoomsMetrics
}

/** Lets go those whose grace has run out. */
export const sweepDeadlines =
  ({ rooms, deadlines, looking, metrics }: DeadlineSweepOptions) =>
  async (): Promise<void> => {
    const expire = async ({ roomId, latenessMs }: DueRoom): Promise<void> => {
      metrics.lateness.observe(latenessMs / 1_000)
      const result = await rooms.execute(roomId, { kind: 'expire-graces' })
      if (result !== 'late' && 'refused' in result) await deadlines.forget(shardOf(roomId), roomId)
    }
    await Promise.all(
      looking.due(SHARDS).map(async (shard) => {
        const { due, nextInMs } = await deadlines.claim(shard, LIMIT)
        looking.looked(shard, nextInMs)
        await Promise.all(due.map(expire))
      }),
    )
  }
