import {
  awaitSchema,
  closeDatabase,
  createBus,
  createDatabase,
  createGrpcServer,
  createHealth,
  createLogger,
  createLooking,
  createMetrics,
  createPrincipalVerifier,
  createRedis,
  readIdentity,
  serveHealth,
  type Bus,
  type Database,
  type FactConsumer,
  type Logger,
  type Runnable,
  type Subscribed,
} from '@kla/chassis'
import { FACTS_STREAM, RoomsServiceService, subjects } from '@kla/proto'
import { fileURLToPath } from 'node:url'
import { composeBlocks } from './blocks/index.js'
import { composeCups } from './cups/index.js'
import { composeMeetings } from './meetings/index.js'
import { composeMatchmaking } from './matchmaking/index.js'
import { composeWatching, recordWatchEnd } from './spectating/index.js'
import type { Config } from './config.js'
import { createMeetingStore } from './meetings/store.js'
import { createPublisher } from './seats/updates.js'
import { consumeClosings, createEviction, receiveClosings } from './seats/evict.js'
import { createSeatedElsewhere, createSeating, endingSearches } from './seats/sit-down.js'
import { every, type Ground, type Part, type Repeating } from './shared/module.js'
import { createOpenReserved } from './seats/open-reserved.js'
import { createPasscodes } from './seats/passcodes.js'
import { createPublicList } from './seats/index.js'
import { createFactRecorder } from './shared/audit.js'
import { createRoomsMetrics } from './seats/metrics.js'
import { createRooms } from './seats/rooms.js'
import { sweepDeadlines, sweepGateways, sweepOutbox } from './seats/timers.js'
import { handlers } from './seats/rpc.js'
import { createBars, createPasscodeTries, createSeatPointers } from './seats/account-store.js'
import { createPublicRooms, takeCensus } from './seats/list-store.js'
import { createDeadlines, createGatewayLeases } from './seats/timer-store.js'
import { createKeys } from './shared/redis.js'
import { createOutbox, TELL_LEASE_MS } from './seats/outbox-store.js'
import { createRoomStore, type RoomStore } from './seats/room-store.js'

export interface Service extends Runnable {
  /** The ports that were taken; known once started. */
  readonly ports: { readonly grpc: number; readonly health: number }
}

/** What a test puts in the place of the real thing. */
export interface Overrides {
  readonly log?: Logger
  readonly bus?: Bus
  readonly database?: Database
  readonly now?: () => number
  /** The store to use, made from the real one. */
  readonly roomStore?: (real: RoomStore) => RoomStore
}

/** What this build needs to find done in its schema. */
const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
// A caller gives one try 1.5 s: it is to hear of an outage of Redis, not of a deadline.
const REDIS_TIMEOUT_MS = 1_000
// How late a grace may end: nobody sees a tenth of a second.
const DEADLINE_SWEEP_MS = 100
// Where nothing is due: one question a second for each shard costs nothing.
const LOOK_AGAIN_MS = 1_000
// With the second that a pod has for telling, the news of a dead one comes after 1.25 s at the latest.
const OUTBOX_SWEEP_MS = 250
const GATEWAY_SWEEP_MS = 1_000
const CENSUS_MS = 5_000

/** Builds the service, which listens for probes; `start` serves, `stop` finishes what is under way. */
export async function createService(config: Config, overrides: Overrides = {}): Promise<Service> {
  const log = overrides.log ?? createLogger({ service: 'rooms', level: config.LOG_LEVEL })
  const metrics = createMetrics('rooms')
  const identity = readIdentity({ directory: config.IDENTITY_DIR, service: 'rooms', log, metrics })
  const health = createHealth({ port: config.HEALTH_PORT, metrics, log })
  await health.listen()
  const roomsMetrics = createRoomsMetrics(metrics)
  const now = overrides.now ?? Date.now
  const leaseMs = config.GATEWAY_LEASE_MS
  const graceMs = config.RECONNECT_GRACE_MS

  const verifyPrincipal = await createPrincipalVerifier(config.PRINCIPAL_PUBLIC_KEY)
  const bus =
    overrides.bus ??
    (await createBus({
      url: config.NATS_URL,
      name: 'rooms',
      ...{ log, metrics },
      facts: { stream: FACTS_STREAM, subjects: [subjects.factsAll] },
      signs: { subject: subjects.factAuditRecorded('rooms'), signer: config.AUDIT_PRIVATE_KEY },
    }))
  const redis = createRedis({ url: config.REDIS_URL, log, metrics, commandTimeoutMs: REDIS_TIMEOUT_MS })
  const keys = createKeys(config.REDIS_PREFIX)

  const { POSTGRES_URL: url, POSTGRES_SCHEMA: schema, POSTGRES_MAX: max } = config
  const database = overrides.database ?? createDatabase({ url, schema, max, log, metrics })

  const outbox = createOutbox(redis, keys)
  const pointers = createSeatPointers(redis, keys)
  const leases = createGatewayLeases(redis, keys, leaseMs)
  const bars = createBars(redis, keys)
  const deadlines = createDeadlines(redis, keys)
  const realStore = createRoomStore(redis, keys)
  const store = overrides.roomStore?.(realStore) ?? realStore

  const publisher = createPublisher({ bus, outbox, log })
  const onJudgesGone = recordWatchEnd(createFactRecorder(database))
  const meetings = createMeetingStore(redis, keys)
  const rooms = createRooms({ store, pointers, meetings, publisher, graceMs, metrics: roomsMetrics, log, onJudgesGone })
  const publicList = createPublicList(createPublicRooms(redis, keys))
  const meeting = composeMeetings({ database, redis, keys, rooms, pointers, now, meetings, publicList })
  const blocks = composeBlocks({ database, rooms, pointers, findAcquaintance: meeting.findAcquaintance })
  const ground: Ground = {
    ...{ config, database, redis, keys, bus, log, metrics, now, rooms, pointers },
    openReserved: createOpenReserved({ rooms, pointers }),
    blocked: blocks.blocked,
  }
  const matchmaking = composeMatchmaking(ground)
  const eviction = createEviction({
    ...{ bars, pointers, rooms, metrics: roomsMetrics },
    endSearch: (accountId) => matchmaking.searches.end(accountId, 'banned'),
  })
  const parts: readonly Part[] = [meeting, blocks, matchmaking, composeCups(ground), composeWatching(ground)]
  const server = createGrpcServer({
    definition: RoomsServiceService,
    identity,
    more: [serveHealth(health), ...parts.map(({ implementation }) => implementation)],
    log,
    metrics,
    verifyPrincipal,
    now,
    handlers: handlers({
      rooms,
      sitDown: endingSearches(createSeating({ rooms, pointers, graceMs }), matchmaking.searches, log),
      passcodes: createPasscodes({
        ...{ tries: createPasscodeTries(redis, keys), bars, metrics: roomsMetrics },
        seatedElsewhere: createSeatedElsewhere({ rooms, pointers }),
      }),
      blocked: blocks.blocked,
      publicList,
      leases,
      leaseMs,
      now,
    }),
  })

  const count = async (): Promise<void> => {
    const census = await takeCensus(redis, keys)
    roomsMetrics.open.set(census.rooms)
    roomsMetrics.seats.set(census.seats)
  }
  let sweeps: Repeating[] = []
  let closings: FactConsumer[] = []
  let freshClosings: Subscribed[] = []
  let grpcPort = 0

  return {
    get ports() {
      return { grpc: grpcPort, health: health.port }
    },
    async start() {
      await awaitSchema({ database, migrations: MIGRATIONS, health, log })
      const looking = createLooking<string>({ atMostMs: Math.min(graceMs, LOOK_AGAIN_MS) })
      const endGraces = sweepDeadlines({ rooms, deadlines, looking, metrics: roomsMetrics })
      const untold = createLooking<string>({ atMostMs: TELL_LEASE_MS })
      const tellUntold = sweepOutbox({ outbox, publisher, looking: untold, metrics: roomsMetrics })
      const alive = health.heartbeat('deadlines')
      sweeps = [
        every(DEADLINE_SWEEP_MS, 'deadlines', () => endGraces().finally(alive), log),
        every(OUTBOX_SWEEP_MS, 'outbox', tellUntold, log),
        every(GATEWAY_SWEEP_MS, 'gateways', sweepGateways({ rooms, leases, leaseMs }), log),
        every(CENSUS_MS, 'census', count, log),
      ]
      closings = await consumeClosings(bus, config.FACTS_DURABLE, eviction)
      freshClosings = await receiveClosings(bus, eviction, log)
      for (const part of parts) await part.start?.()
      grpcPort = await server.listen(config.GRPC_ADDRESS)
      health.started()
    },
    async stop() {
      health.stopping()
      await server.close()
      freshClosings.forEach((subscription) => subscription.close())
      await Promise.all(closings.map((consumer) => consumer.close()))
      await Promise.all([...sweeps.map((sweep) => sweep.stop()), ...parts.map((part) => part.stop?.())])
      await publisher.settled()
      await health.close()
      await bus.close()
      await closeDatabase(database)
      redis.disconnect()
    },
  }
}
