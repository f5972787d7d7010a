import { forEachLimited, type PollSchedule } from '@kla/chassis'
import { ROOM_CAPACITY } from '@kla/proto/web'
import { shardOf, SHARDS } from '../shared/rules/room.js'
import type { RoomsMetrics } from './metrics.js'
import type { Outbox } from './outbox-store.js'
import type { Rooms } from './rooms.js'
import type { Deadlines, DueRoom, GatewayLeases } from './timer-store.js'
import type { Publisher } from './updates.js'

export interface DeadlineSweepDeps {
  readonly rooms: Pick<Rooms, 'execute'>
  readonly deadlines: Deadlines
  /** Must not pause longer than a grace period. */
  readonly schedule: PollSchedule<string>
  readonly metrics: Pick<RoomsMetrics, 'lateness'>
}

// What a pod handles within DEADLINE_LEASE_MS.
const DEADLINE_LIMIT = 50

export const sweepDeadlines =
  ({ rooms, deadlines, schedule, metrics }: DeadlineSweepDeps) =>
  async (): Promise<void> => {
    const expire = async ({ roomId, latenessMs }: DueRoom): Promise<void> => {
      metrics.lateness.observe(latenessMs / 1_000)
      const result = await rooms.execute(roomId, { kind: 'expire-graces' })
      if (result !== 'late' && 'refused' in result) await deadlines.forget(shardOf(roomId), roomId)
    }
    await Promise.all(
      schedule.due(SHARDS).map(async (shard) => {
        const { due, nextInMs } = await deadlines.claim(shard, DEADLINE_LIMIT)
        schedule.looked(shard, nextInMs)
        await Promise.all(due.map(expire))
      }),
    )
  }

export interface OutboxSweepDeps {
  readonly outbox: Outbox
  readonly publisher: Pick<Publisher, 'reachable' | 'publish'>
  /** Must not pause longer than PUBLISH_LEASE_MS. */
  readonly schedule: PollSchedule<string>
  readonly metrics: Pick<RoomsMetrics, 'republished'>
}

const OUTBOX_LIMIT = 50

/** Publishes what a dead pod or an outage of NATS left. */
export const sweepOutbox =
  ({ outbox, publisher, schedule, metrics }: OutboxSweepDeps) =>
  async (): Promise<void> => {
    if (!publisher.reachable()) return
    const republish = async (roomId: string): Promise<void> => {
      metrics.republished.inc()
      const unpublished = await outbox.unpublished(roomId)
      if (unpublished.length === 0) await outbox.clear(roomId, 0)
      else await publisher.publish(roomId, unpublished)
    }
    await Promise.all(
      schedule.due(SHARDS).map(async (shard) => {
        const { roomIds, nextInMs } = await outbox.claim(shard, OUTBOX_LIMIT)
        schedule.looked(shard, nextInMs)
        await Promise.all(roomIds.map(republish))
      }),
    )
  }

export interface GatewaySweepDeps {
  readonly rooms: Pick<Rooms, 'execute'>
  readonly leases: Pick<GatewayLeases, 'probe' | 'expired' | 'rooms' | 'countLost' | 'forget'>
  readonly leaseMs: number
  readonly uptimeMs?: () => number
}

const GATEWAY_CONCURRENCY = 50
const SEATS_OF_A_ROOM = Number(ROOM_CAPACITY)

/** Counts silence once Redis answered for a whole lease. */
export function sweepGateways({
  rooms,
  leases,
  leaseMs,
  uptimeMs = () => performance.now(),
}: GatewaySweepDeps): () => Promise<void> {
  let steadySinceMs: number | undefined

  return async () => {
    try {
      await sweep()
    } catch (error) {
      steadySinceMs = undefined
      throw error
    }
  }

  async function sweep(): Promise<void> {
    if (steadySinceMs === undefined || uptimeMs() - steadySinceMs < leaseMs) {
      await leases.probe()
      steadySinceMs ??= uptimeMs()
      return
    }
    for (const gatewayId of await leases.expired()) {
      const roomIds = await leases.rooms(gatewayId)
      if (roomIds.length === 0) {
        await leases.forget(gatewayId)
        continue
      }
      const among = (await leases.countLost(gatewayId, roomIds.length)) * SEATS_OF_A_ROOM
      await forEachLimited(roomIds, GATEWAY_CONCURRENCY, (roomId) =>
        rooms.execute(roomId, { kind: 'lose-gateway', gatewayId, among }),
      )
    }
  }
}
