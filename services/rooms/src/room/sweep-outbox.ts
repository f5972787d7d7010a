import { SHARDS } from '../domain/room-id.js'
import type { Publisher } from '../events/publisher.js'
import type { Outbox } from '../store/outbox.js'
import type { RoomsMetrics } from './rooms-metrics.js'

// Per shard and run: after a long outage of NATS the news goes out in portions, the oldest first.
const LIMIT = 50

/** Tells what a pod that died, or that could not reach NATS, has left. */
export const sweepOutbox =
  ({ outbox, publisher, metrics }: { outbox: Outbox; publisher: Publisher; metrics: RoomsMetrics }) =>
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
      SHARDS.map(async (shard) => {
        const left = await outbox.claim(shard, LIMIT)
        await Promise.all(left.map(tellRoom))
      }),
    )
  }
