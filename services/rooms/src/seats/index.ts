import {
  type Bus,
  createPollSchedule,
  type EventConsumer,
  type Handlers,
  type Health,
  type Logger,
  type Loop,
  type Metrics,
  type Redis,
  repeat,
  type Subscribed,
} from '@kla/chassis'
import type { RoomsServiceService } from '@kla/proto'
import type { Blocks } from '../blocks/index.js'
import type { Keys } from '../shared/redis.js'
import type { FindBlockable, Incidents } from '../shared/rules/incident.js'
import {
  createPasscodeTries,
  createRestrictionStore,
  createSeatPointers,
  type FindRoomsRefusal,
  type SeatPointers,
} from './account-store.js'
import { consumeEvictions, createEviction, subscribeToEvictions } from './evict.js'
import { createLeaveAndBlock } from './leave-and-block.js'
import { type CountPlaying, countRooms, createCountPlaying, createPublicList, type PublicList } from './list-store.js'
import { createRoomsMetrics } from './metrics.js'
import { createOpenReserved, type OpenReserved } from './open-reserved.js'
import { createOutbox, PUBLISH_LEASE_MS } from './outbox-store.js'
import { createPasscodes } from './passcodes.js'
import { consumeRenames, createRename } from './rename.js'
import { createRoomStore, type RoomStore } from './room-store.js'
import { createRooms, type Rooms, type RoomsDeps } from './rooms.js'
import { createRoomViews, type RoomViews, seatHandlers } from './rpc.js'
import {
  createIsAwaited,
  createIsSeatedElsewhere,
  createTakeSeat,
  type IsAwaited,
  type IsSeatedElsewhere,
} from './take-seat.js'
import { createDeadlines, createGatewayLeases, type GatewayLeases } from './timer-store.js'
import { sweepDeadlines, sweepGateways, sweepOutbox } from './timers.js'
import { createPublisher } from './updates.js'

export type { FindRoomsRefusal, SeatPointers } from './account-store.js'
export type { CountPlaying, PublicList } from './list-store.js'
export type { OpenReserved, ReservedRoom } from './open-reserved.js'
export type { RoomStore } from './room-store.js'
export type { Rooms } from './rooms.js'
export { isConflict, type Answer } from './rules/outcome.js'
export type { IsAwaited, IsSeatedElsewhere } from './take-seat.js'
export type { GatewayLeases } from './timer-store.js'

/** Seats, as the other modules use them. */
export interface Seats {
  readonly handlers: Handlers<RoomsServiceService>
  readonly rooms: Rooms
  readonly pointers: SeatPointers
  readonly leases: GatewayLeases
  readonly publicList: PublicList
  readonly countPlaying: CountPlaying
  readonly openReserved: OpenReserved
  readonly isSeatedElsewhere: IsSeatedElsewhere
  readonly isAwaited: IsAwaited
  readonly findRefusal: FindRoomsRefusal
  readonly roomResponse: RoomViews['roomResponse']
  start(): Promise<void>
  stop(): Promise<void>
  published(): Promise<void>
}

export interface SeatsDeps extends Pick<RoomsDeps, 'recordMeetings' | 'countLapse'> {
  readonly incidents: Incidents
  readonly redis: Redis
  readonly keys: Keys
  readonly bus: Bus
  readonly log: Logger
  readonly metrics: Metrics
  readonly health: Pick<Health, 'heartbeat'>
  readonly now: () => number
  readonly graceMs: number
  readonly leaseMs: number
  readonly durable: string
  readonly blocks: Pick<Blocks, 'checkJoin' | 'blockAfterExit' | 'blockWithoutSeat'>
  readonly findBlockable: FindBlockable
  readonly endSearch: (accountId: number, reason: 'seated' | 'banned') => Promise<unknown>
  readonly roomStore?: ((real: RoomStore) => RoomStore) | undefined
}

const DEADLINE_SWEEP_MS = 100
const MAX_PAUSE_MS = 1_000
const OUTBOX_SWEEP_MS = 250
const GATEWAY_SWEEP_MS = 1_000
const COUNT_INTERVAL_MS = 5_000

export function createSeats(deps: SeatsDeps): Seats {
  const { redis, keys, bus, log, now, graceMs, leaseMs, endSearch, incidents, blocks, findBlockable } = deps
  const metrics = createRoomsMetrics(deps.metrics)
  const outbox = createOutbox(redis, keys)
  const publisher = createPublisher({ bus, outbox, log })
  const pointers = createSeatPointers(redis, keys)
  const restrictions = createRestrictionStore(redis, keys)
  const leases = createGatewayLeases(redis, keys, leaseMs)
  const realStore = createRoomStore(redis, keys)
  const store = deps.roomStore?.(realStore) ?? realStore
  const rooms = createRooms({
    store,
    pointers,
    publisher,
    graceMs,
    metrics,
    log,
    incidents,
    recordMeetings: deps.recordMeetings,
    countLapse: deps.countLapse,
  })
  const publicList = createPublicList(redis, keys)
  const views = createRoomViews(incidents, now)
  const { findRefusal } = restrictions
  const isSeatedElsewhere = createIsSeatedElsewhere({ rooms, pointers })
  const eviction = createEviction({
    restrictions,
    pointers,
    rooms,
    metrics,
    endSearch: (accountId) => endSearch(accountId, 'banned'),
  })

  const rename = createRename({ restrictions, pointers, rooms, publicList })

  const count = async (): Promise<void> => {
    const counts = await countRooms(redis, keys)
    metrics.open.set(counts.rooms)
    metrics.seats.set(counts.seats)
  }
  let loops: Loop[] = []
  let consumers: EventConsumer[] = []
  let subscriptions: Subscribed[] = []

  return {
    rooms,
    pointers,
    leases,
    publicList,
    countPlaying: createCountPlaying(redis, keys),
    isSeatedElsewhere,
    isAwaited: createIsAwaited(rooms),
    findRefusal,
    roomResponse: views.roomResponse,
    openReserved: createOpenReserved({ rooms, pointers }),
    handlers: seatHandlers({
      rooms,
      store,
      publicList,
      leases,
      leaseMs,
      views,
      now,
      findSeat: pointers.find,
      takeSeat: createTakeSeat({
        rooms,
        pointers,
        graceMs,
        log,
        endSearch: (accountId) => endSearch(accountId, 'seated'),
      }),
      passcodes: createPasscodes({ tries: createPasscodeTries(redis, keys), findRefusal, isSeatedElsewhere, metrics }),
      checkBlocks: blocks.checkJoin,
      leaveAndBlock: createLeaveAndBlock({ rooms, findBlockable, blocks, incidents, now }),
    }),

    async start() {
      const deadlines = createDeadlines(redis, keys)
      const deadlineSchedule = createPollSchedule<string>({ atMostMs: Math.min(graceMs, MAX_PAUSE_MS) })
      const outboxSchedule = createPollSchedule<string>({ atMostMs: PUBLISH_LEASE_MS })
      const expire = sweepDeadlines({ rooms, deadlines, schedule: deadlineSchedule, metrics })
      const republish = sweepOutbox({ outbox, publisher, schedule: outboxSchedule, metrics })
      const beat = deps.health.heartbeat('deadlines')
      loops = [
        repeat({ name: 'deadlines', work: () => expire().finally(beat), everyMs: DEADLINE_SWEEP_MS, log }),
        repeat({ name: 'outbox', work: republish, everyMs: OUTBOX_SWEEP_MS, log }),
        repeat({ name: 'gateways', work: sweepGateways({ rooms, leases, leaseMs }), everyMs: GATEWAY_SWEEP_MS, log }),
        repeat({ name: 'counts', work: count, everyMs: COUNT_INTERVAL_MS, log }),
      ]
      consumers = [
        ...(await consumeEvictions(bus, deps.durable, eviction)),
        await consumeRenames(bus, deps.durable, rename),
      ]
      subscriptions = await subscribeToEvictions(bus, eviction, log)
    },
    async stop() {
      subscriptions.forEach((subscription) => subscription.close())
      await Promise.all(consumers.map((consumer) => consumer.close()))
      await Promise.all(loops.map((loop) => loop.stop()))
    },
    published: () => publisher.settled(),
  }
}
