import { fileURLToPath } from 'node:url'
import {
  assembleService,
  awaitSchema,
  type Bus,
  closeDatabase,
  createBus,
  createDatabase,
  createGrpcServer,
  createPrincipalVerifier,
  createRedis,
  createServiceBase,
  type Database,
  type Logger,
  serveHealth,
  type Service,
} from '@kla/chassis'
import { EVENTS_STREAM, RoomsServiceService, subjects } from '@kla/proto'
import { type Blocks, createBlocks } from './blocks/index.js'
import type { Config } from './config.js'
import { createCups, type Cups } from './cups/index.js'
import { createMatchmaking, type Matchmaking } from './matchmaking/index.js'
import { createIncidents, createMeetings, type Meetings } from './meetings/index.js'
import { createSeats, type RoomStore, type Seats } from './seats/index.js'
import { createKeys } from './shared/redis.js'
import { createSpectating, type Spectating } from './spectating/index.js'

export interface Overrides {
  readonly log?: Logger
  readonly bus?: Bus
  readonly database?: Database
  readonly now?: () => number
  readonly roomStore?: (real: RoomStore) => RoomStore
}

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
// Less than a caller's attempt of 1.5 s.
const REDIS_TIMEOUT_MS = 1_000

/** Answers only probes before `start`. */
export async function createService(config: Config, overrides: Overrides = {}): Promise<Service> {
  const base = await createServiceBase('rooms', config, overrides, ['nats', 'postgres'])
  const { log, metrics, identity, health } = base
  const now = overrides.now ?? Date.now

  const verifyPrincipal = await createPrincipalVerifier(config.principalPublicKey)
  const bus =
    overrides.bus ??
    (await createBus({
      url: config.natsUrl,
      name: 'rooms',
      log,
      metrics,
      events: { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] },
      signs: { subject: subjects.eventAuditRecorded('rooms'), signer: config.auditPrivateKey },
    }))
  const redis = createRedis({ url: config.redisUrl, log, metrics, commandTimeoutMs: REDIS_TIMEOUT_MS })
  const keys = createKeys(config.redisPrefix)
  const { postgresUrl: url, postgresSchema: schema, postgresMax: max } = config
  const database = overrides.database ?? createDatabase({ url, schema, max, log, metrics })

  const stores = { database, redis, keys }
  const incidents = createIncidents(config.incidentKey)
  const blocks: Blocks = createBlocks({
    database,
    bus,
    log,
    durable: config.eventsDurable,
    hasMet: (accountId, otherId, alias) => meetings.hasMet(accountId, otherId, alias),
    disconnectSpectator: (playerId, spectatorId) => spectating.disconnectSpectator(playerId, spectatorId),
  })
  const seats: Seats = createSeats({
    redis,
    keys,
    bus,
    log,
    metrics,
    health,
    now,
    incidents,
    blocks,
    graceMs: config.reconnectGraceMs,
    leaseMs: config.gatewayLeaseMs,
    durable: config.eventsDurable,
    findBlockable: (accountId, roomId, wanted, alias) => meetings.findBlockable(accountId, roomId, wanted, alias),
    endSearch: (accountId, reason) => matchmaking.endSearch(accountId, reason),
    recordMeetings: (before, after) => meetings.record(before, after),
    countLapse: (accountId, room) => matchmaking.countLapse(accountId, room),
    roomStore: overrides.roomStore,
  })
  const { isBlocked } = blocks
  const spectating: Spectating = createSpectating({ ...stores, ...seats, isBlocked, now })
  const cups: Cups = createCups({
    ...stores,
    ...seats,
    config,
    bus,
    log,
    metrics,
    now,
    passes: spectating.passes,
    blocksWithinPairs: blocks.blocksWithinPairs,
  })
  const meetings: Meetings = createMeetings({ ...stores, ...seats, incidents, now, isInPublicCup: cups.isInPublicCup })
  const matchmaking: Matchmaking = createMatchmaking({
    ...stores,
    ...seats,
    config,
    bus,
    log,
    metrics,
    now,
    isBlocked,
    blocksWithinPairs: blocks.blocksWithinPairs,
  })
  const modules = [meetings, blocks, matchmaking, cups, spectating]

  const server = createGrpcServer({
    definition: RoomsServiceService,
    handlers: seats.handlers,
    more: [serveHealth(health), ...modules.map(({ implementation }) => implementation)],
    identity,
    log,
    metrics,
    verifyPrincipal,
    now,
  })
  async function startModules(): Promise<void> {
    await seats.start()
    for (const module of modules) await module.start?.()
  }
  const stopModules = () => Promise.all([seats.stop(), ...modules.map((module) => module.stop?.())])

  return assembleService({
    base,
    server,
    grpcAddress: config.grpcAddress,
    prepare: [() => awaitSchema({ database, migrations: MIGRATIONS, health, log })],
    // Listed first, so that a stop during the start works.
    run: [() => ({ stop: seats.published }), () => ({ stop: stopModules }), startModules],
    close: [() => bus.close(), () => closeDatabase(database), () => redis.disconnect()],
  })
}
