import type { Looking } from '@kla/chassis'
import { SHARDS } from '../domain/room-id.js'
import type { Publisher } from '../events/publisher.js'
import type { Outbox } from '../store/outbox.js'
import type { RoomsMetrics } from './rooms-metrics.js'

// Per shard and run: after a long outage of NATS the news goes out in portions, the oldest first.
const LIMIT = 50

export interface OutboxSweepOptions {
  readonly outbox: Outbox
  readonly publisher: Publisher
  /** Which shards to look at; a pod's time for telling is no shorter than the longest pause between two looks at one. */
  readonly looking: Looking<string>
  readonly metrics: RoomsMetrics
}

/** Tells what a pod that died, or that could not reach NATS, has left. */
export const sweepOutbox =
  ({ outbox, publisher, looking, metrics }: OutboxSweepOptions) =>
  async (): Promise<void> => {
    if (!publisher.reachable()) return
    const tellRoom = async (roomId: string): Promise<void> => {
      metrics.retold.inc()
      const untold = await outbox.untold(roomId)
      // Nothing pending: version 0 was never there, so this drops the room from the list and nothing else.
      if (untold.length === 0) await outbox.clear(roomId, 0)
      else await publisher.tell(roomId, untold)
    }
    await Promise.all(
      looking.due(SHARDS).map(async (shard) => {
        const { roomIds, nextInMs } = await outbox.claim(shard, LIMIT)
        looking.looked(shard, nextInMs)
        await Promise.all(roomIds.map(tellRoom))
      }),
    )
  }
