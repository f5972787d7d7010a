import {
  atMost,
  closeDatabase,
  createBus,
  createDatabase,
  createGrpcServer,
  createHealth,
  createLogger,
  createLooking,
  createMetrics,
  createOutbox,
  createPrincipalVerifier,
  createRedis,
  FINISH_WITHIN_MS,
  newId,
  readIdentity,
  repeat,
  schemaCheck,
  serveHealth,
  type Bus,
  type Database,
  type Logger,
  type Redis,
  type Runnable,
} from '@kla/chassis'
import { FACTS_STREAM, GameEngineServiceService, subjects } from '@kla/proto'
import { fileURLToPath } from 'node:url'
import { createAnnounce, createEffectPublisher, createSeatsChangedHandler } from './battle/events.js'
import { createEffects, createSweep, measurePending, measureRooms } from './battle/effects.js'
import { createCommandRunner, createContextAt } from './battle/run-command.js'
import { createDeadlineLoop } from './battle/deadline-loop.js'
import { createPoolStore, createRotationPools } from './battle/rotation.js'
import { createSettle } from './spending/wild-cards.js'
import { createCommerceClient, type Holds } from './spending/commerce-client.js'
import { createLibraryClient, createRoomsClient, type Library, type Seats } from './battle/clients.js'
import { createPublicNames, type PublicNames } from './standings/rooms-client.js'
import { composeStandings } from './standings/index.js'
import type { Config } from './config.js'
import { createEngineMetrics } from './shared/metrics.js'
import { createHandlers } from './spending/index.js'
import { createPresence } from './battle/presence-store.js'
import { createBattleStore, EFFECTS_LEAD_MS } from './battle/store.js'
import { createIntentStore } from './spending/intent-store.js'
import { createAnnouncementStore, createSettlementStore } from './battle/pending-store.js'
import { createResultStore } from './standings/result-store.js'

/** What a test may put in place of the real thing. The service closes all of it when it stops. */
export interface Overrides {
  readonly log?: Logger
  readonly redis?: Redis
  readonly bus?: Bus
  readonly database?: Database
  readonly rooms?: Seats
  readonly publicNames?: PublicNames
  readonly library?: Library
  readonly commerce?: Holds
  readonly random?: () => number
  /** Unix milliseconds; battles go by the time of Redis. */
  readonly now?: () => number
}

export interface Service extends Runnable {
  /** The ports taken, once started. */
  readonly ports: { readonly grpc: number; readonly health: number }
}

/** Facts are found again by every pod that records; this is only for those that a dead one left. */
/** What this build needs to find done in its schema. */
const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
const RELAY_EVERY_MS = 1_000
const PRUNE_EVERY_MS = 3_600_000
const BEAT_EVERY_MS = 1_000

/** Builds one game-engine process. Before `start` nothing runs, and nothing listens but for probes. */
export async function createService(config: Config, overrides: Overrides = {}): Promise<Service> {
  const log = overrides.log ?? createLogger({ service: 'game-engine', level: config.logLevel })
  const metrics = createMetrics('game-engine')
  const identity = readIdentity({ directory: config.identityDir, service: 'game-engine', log, metrics })
  const health = createHealth({ port: config.healthPort, metrics, log })
  await health.listen()
  const engineMetrics = createEngineMetrics(metrics)
  const redis = overrides.redis ?? createRedis({ url: config.redisUrl, log, metrics })
  const { postgresUrl: url, postgresSchema: schema, postgresMax: max } = config
  const database = overrides.database ?? createDatabase({ url, schema, max, log, metrics })
  // Battles go on while PostgreSQL is away, and outcomes wait for it: the start does not, only readiness does.
  metrics.dependencies.set('postgres', schemaCheck({ database, migrations: MIGRATIONS }))
  const facts = { stream: FACTS_STREAM, subjects: [subjects.factsAll] }
  let outages = 0
  const nats = { url: config.natsUrl, name: 'game-engine', onReconnect: () => void (outages += 1) }
  const signs = { subject: subjects.factAuditRecorded('game-engine'), signer: config.auditSigner }
  const bus = overrides.bus ?? (await createBus({ ...nats, log, metrics, facts, signs }))
  const rooms = overrides.rooms ?? createRoomsClient({ address: config.roomsAddress, identity, metrics })
  const now = overrides.now ?? Date.now
  const publicNames =
    overrides.publicNames ?? createPublicNames({ address: config.roomsAddress, identity, metrics, log, now })
  const library = overrides.library ?? createLibraryClient({ address: config.libraryAddress, identity, metrics })
  const commerce = overrides.commerce ?? createCommerceClient({ address: config.commerceAddress, identity, metrics })

  const battles = createBattleStore(redis, config.redisPrefix)
  const announcements = createAnnouncementStore(redis, config.redisPrefix)
  const settlements = createSettlementStore(redis, config.redisPrefix)
  const presence = createPresence(redis, config.redisPrefix, config)
  const outbox = createOutbox({ database, bus, metrics })
  const pools = createRotationPools({ library, store: createPoolStore(redis, config.redisPrefix), log })

  const publisher = createEffectPublisher(bus, () => outages)
  const announcing = createEffects({
    confirm: publisher.confirm,
    carryOutOne: createAnnounce({
      publisher,
      results: createResultStore(database),
      onRecorded: () => loops?.relaying.poke(),
    }),
    pending: announcements,
  })
  // A way of their own from the commit to the sweep: a commerce that hangs keeps nobody from hearing of the next phase.
  const settling = createEffects({
    carryOutOne: createSettle({ commerce, metrics: engineMetrics, log }),
    pending: settlements,
  })
  const runner = createCommandRunner({
    store: battles,
    contextAt: createContextAt({
      ...{ ...config, pools, newId },
      absentUntilMs: presence.absentUntilMs,
      random: overrides.random ?? Math.random,
    }),
    carryOut: (effects) => {
      void announcing.carryOut(effects.filter((effect) => effect.kind !== 'settle'))
      void settling.carryOut(effects.filter((effect) => effect.kind === 'settle'))
    },
    republish: (unpublished) => {
      const left = unpublished.filter((announcement) => !announcing.isUnderWay(announcement))
      for (const { kind } of left) engineMetrics.retold.inc({ kind })
      void announcing.carryOut(left)
    },
    stored: (stored) => deadlines.stored(stored),
    kept: (roomId) => deadlines.kept(roomId),
    metrics: engineMetrics,
  })
  const deadlines = createDeadlineLoop({
    store: battles,
    runner,
    metrics: engineMetrics,
    log,
    pollMs: config.deadlinePollMs,
    onRound: health.heartbeat('deadlines'),
  })
  const sweepAnnouncements = createSweep({
    pending: announcements,
    looking: createLooking({ atMostMs: EFFECTS_LEAD_MS }),
    carrying: announcing,
    measure: (shards) => {
      measurePending(engineMetrics.announcements, shards)
      measureRooms(engineMetrics, shards)
    },
    metrics: engineMetrics,
    log,
  })
  const sweepSettlements = createSweep({
    pending: settlements,
    looking: createLooking({ atMostMs: EFFECTS_LEAD_MS }),
    carrying: settling,
    measure: (shards) => measurePending(engineMetrics.heldItems, shards),
    metrics: engineMetrics,
    log,
  })
  const server = createGrpcServer({
    definition: GameEngineServiceService,
    identity,
    handlers: createHandlers({
      runner,
      battles,
      rooms,
      library,
      commerce,
      wildCardIntents: createIntentStore(redis, config.redisPrefix, 'wild-card'),
      saveIntents: createIntentStore(redis, config.redisPrefix, 'save'),
    }),
    more: [serveHealth(health), composeStandings(database, publicNames, now)],
    log,
    metrics,
    verifyPrincipal: await createPrincipalVerifier(config.principalPublicKey),
  })
  const ports = { grpc: 0, health: 0 }
  let loops: Awaited<ReturnType<typeof startLoops>> | undefined

  async function startLoops() {
    const consumer = await bus.consumeFacts(
      { subject: subjects.factSeatsChanged, durable: config.factsDurable },
      createSeatsChangedHandler(runner),
    )
    deadlines.start()
    const relaying = repeat({ name: 'outbox', work: outbox.relay, everyMs: RELAY_EVERY_MS, log })
    const repeated = [
      relaying,
      repeat({ name: 'sent facts', work: outbox.prune, everyMs: PRUNE_EVERY_MS, log }),
      repeat({ name: 'presence', work: presence.beat, everyMs: BEAT_EVERY_MS, log }),
      repeat({ name: 'rotation', work: pools.refresh, everyMs: config.rotationRefreshMs, log }),
      repeat({ name: 'announcements', work: sweepAnnouncements, everyMs: config.sweepMs, log }),
      repeat({ name: 'settlements', work: sweepSettlements, everyMs: config.sweepMs, log }),
    ]
    return { consumer, relaying, repeated }
  }

  async function close(): Promise<void> {
    health.stopping()
    await server.close()
    await loops?.consumer.close()
    await deadlines.stop()
    await atMost(FINISH_WITHIN_MS, Promise.all([announcing.settled(), settling.settled()]))
    await Promise.all(loops?.repeated.map((loop) => loop.stop()) ?? [])
    await health.close()
    rooms.close()
    publicNames.close()
    library.close()
    commerce.close()
    await bus.close()
    await closeDatabase(database)
    redis.disconnect()
  }
  let closed: Promise<void> | undefined

  return {
    ports,
    async start() {
      ports.health = health.port
      await pools.refresh()
      loops = await startLoops()
      ports.grpc = await server.listen(config.grpcAddress)
      health.started()
      log.info({ ports }, 'started')
    },
    stop: () => (closed ??= close()),
  }
}
