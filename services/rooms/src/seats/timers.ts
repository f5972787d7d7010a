import type { Looking } from '@kla/chassis'
import { inBatches } from '../shared/concurrency.js'
import { shardOf, SHARDS } from '../shared/rules/room.js'
import type { RoomsMetrics } from './metrics.js'
import type { Outbox } from './outbox-store.js'
import type { Rooms } from './rooms.js'
import type { Deadlines, DueRoom, GatewayLeases } from './timer-store.js'
import type { Publisher } from './updates.js'

// Per shard and run: what one pod can surely do within the two seconds for which a claim is its own.
const DEADLINE_LIMIT = 50

interface DeadlineSweepOptions {
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
        const { due, nextInMs } = await deadlines.claim(shard, DEADLINE_LIMIT)
        looking.looked(shard, nextInMs)
        await Promise.all(due.map(expire))
      }),
    )
  }

interface GatewaySweepOptions {
  readonly rooms: Rooms
  readonly leases: GatewayLeases
  readonly leaseMs: number
  /** A clock that never goes back, milliseconds. */
  readonly uptimeMs?: () => number
}

const GATEWAY_CONCURRENCY = 50

/**
 * Puts all seats of gateways that have fallen silent into their grace. While Redis was away no gateway could renew, so
 * for the length of a lease after it is back (and after this pod's start) silence proves nothing.
 */
export function sweepGateways(options: GatewaySweepOptions): () => Promise<void> {
  const { rooms, leases, leaseMs, uptimeMs = () => performance.now() } = options
  let steadySinceMs: number | undefined

  const look = async (): Promise<void> => {
    if (steadySinceMs === undefined || uptimeMs() - steadySinceMs < leaseMs) {
      await leases.probe()
      steadySinceMs ??= uptimeMs()
      return
    }
    for (const gatewayId of await leases.silent()) {
      const roomIds = await leases.rooms(gatewayId)
      await inBatches(roomIds, GATEWAY_CONCURRENCY, (roomId) => rooms.execute(roomId, { kind: 'lose-gateway', gatewayId }))
      if (roomIds.length === 0) await leases.forget(gatewayId)
    }
  }

  return async () => {
    try {
      await look()
    } catch (error) {
      steadySinceMs = undefined
      throw error
    }
  }
}

// Per shard and run: after a long outage of NATS the news goes out in portions, the oldest first.
const OUTBOX_LIMIT = 50

interface OutboxSweepOptions {
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
        const { roomIds, nextInMs } = await outbox.claim(shard, OUTBOX_LIMIT)
        looking.looked(shard, nextInMs)
        await Promise.all(roomIds.map(tellRoom))
      }),
    )
  }
