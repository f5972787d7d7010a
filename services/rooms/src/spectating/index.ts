import { type Database, implement, KlaError, type Redis } from '@kla/chassis'
import { WatchingServiceService } from '@kla/proto'
import type { IsBlocked } from '../blocks/index.js'
import {
  type FindRoomsRefusal,
  type GatewayLeases,
  isConflict,
  type Rooms,
  type SeatPointers,
  type Seats,
} from '../seats/index.js'
import { createEventRecorder, cupAudited } from '../shared/audit.js'
import type { Module } from '../shared/module.js'
import type { Keys } from '../shared/redis.js'
import { watchingHandlers } from './rpc.js'
import { createWatchLimit, createWatchPasses, type WatchPasses } from './store.js'
import { createWatching } from './watch.js'

export type { WatchPasses } from './store.js'

/** Spectating, as the other modules use it. */
export interface Spectating extends Module {
  readonly passes: Pick<WatchPasses, 'issue'>
  /** Ends watching in the player's room; idempotent. */
  disconnectSpectator(playerId: number, spectatorId: number): Promise<void>
}

export interface SpectatingDeps {
  readonly database: Database
  readonly redis: Redis
  readonly keys: Keys
  readonly rooms: Pick<Rooms, 'preview' | 'execute'>
  readonly pointers: Pick<SeatPointers, 'find'>
  readonly leases: Pick<GatewayLeases, 'register'>
  readonly findRefusal: FindRoomsRefusal
  readonly roomResponse: Seats['roomResponse']
  readonly isBlocked: IsBlocked
  readonly now: () => number
}

export function createSpectating(deps: SpectatingDeps): Spectating {
  const { database, redis, keys, rooms, pointers, leases, findRefusal, roomResponse, isBlocked, now } = deps
  const recordOnce = createEventRecorder(database)
  const passes = createWatchPasses(redis, keys)
  const watching = createWatching({
    rooms,
    passes,
    limit: createWatchLimit(redis, keys),
    isBlocked,
    findRefusal,
    async recordBegin({ tie }, administrator, { claim, requestId }) {
      if (!tie) return
      const eventId = `cups.watch-begin:${claim}`
      const by = { administrator, call: { requestId }, atMs: now(), eventId }
      await recordOnce(cupAudited('cups.watch-begin', tie.cupId, { tieId: tie.tieId }, by))
    },
  })
  return {
    passes,
    implementation: implement(WatchingServiceService, watchingHandlers({ rooms, watching, leases, roomResponse, now })),

    async disconnectSpectator(playerId, spectatorId) {
      const pointer = await pointers.find(playerId)
      if (!pointer) return
      const stopped = await rooms.execute(pointer.roomId, { kind: 'stop-watching', accountId: spectatorId })
      if (isConflict(stopped)) throw new KlaError('CONFLICT')
    },
  }
}
