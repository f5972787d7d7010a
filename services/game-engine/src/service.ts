import { fileURLToPath } from 'node:url'
import {
  assembleService,
  type Bus,
  closeDatabase,
  createBus,
  createDatabase,
  createGrpcServer,
  createOutbox,
  createPrincipalVerifier,
  createRedis,
  createServiceBase,
  type Database,
  type Logger,
  type Loop,
  type Redis,
  repeat,
  schemaCheck,
  serveHealth,
  type Service,
} from '@kla/chassis'
import { EVENTS_STREAM, GameEngineServiceService, subjects } from '@kla/proto'
import { createBattle, createLibraryClient, createRoomsClient, type Library, type Rooms } from './battle/index.js'
import type { Config } from './config.js'
import { createEngineMetrics } from './shared/metrics.js'
import { type Commerce, createCommerceClient, createSettle, createSpending } from './spending/index.js'
import { createPublicNames, createStandings } from './standings/index.js'

/** Replacements for tests; the service closes them. */
export interface Overrides {
  readonly log?: Logger
  readonly redis?: Redis
  readonly bus?: Bus
  readonly database?: Database
  readonly rooms?: Rooms
  readonly library?: Library
  readonly commerce?: Commerce
  readonly random?: () => number
  readonly now?: () => number
}

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
/** Covers dead pods; recording wakes the relay. */
const RELAY_EVERY_MS = 1_000
const PRUNE_EVERY_MS = 3_600_000

/** Serves only health before `start`. */
export async function createService(config: Config, overrides: Overrides = {}): Promise<Service> {
  const { now = Date.now, random = Math.random } = overrides
  const base = await createServiceBase('game-engine', config, overrides, ['nats', 'postgres'])
  const { log, metrics, identity, health } = base
  const engineMetrics = createEngineMetrics(metrics)

  const redis = overrides.redis ?? createRedis({ url: config.redisUrl, log, metrics })
  const { postgresUrl: url, postgresSchema: schema, postgresMax: max } = config
  const database = overrides.database ?? createDatabase({ url, schema, max, log, metrics })
  // Battles run without PostgreSQL.
  const hasSchema = schemaCheck({ database, migrations: MIGRATIONS })
  const isWritable = metrics.dependencies.get('postgres')
  metrics.dependencies.set('postgres', async () => (await hasSchema()) && (isWritable?.() ?? true))
  const events = { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] }
  let backAtMs = -Infinity
  const nats = { url: config.natsUrl, name: 'game-engine', onReconnect: () => void (backAtMs = performance.now()) }
  const signs = { subject: subjects.eventAuditRecorded('game-engine'), signer: config.auditPrivateKey }
  const bus = overrides.bus ?? (await createBus({ ...nats, log, metrics, events, signs }))
  const outbox = createOutbox({ database, bus, metrics })

  const rooms = overrides.rooms ?? createRoomsClient({ address: config.roomsAddress, identity, metrics })
  const publicNames = createPublicNames({ address: config.roomsAddress, identity, metrics, log, now })
  const library = overrides.library ?? createLibraryClient({ address: config.libraryAddress, identity, metrics })
  const commerce = overrides.commerce ?? createCommerceClient({ address: config.commerceAddress, identity, metrics })

  const standings = createStandings({ database, publicNames, now })
  const battle = createBattle({
    redis,
    bus,
    backAtMs: () => backAtMs,
    rooms,
    library,
    results: standings.results,
    recordOutcome: async (outcome) => {
      await standings.recordOutcome(outcome)
      relay?.poke()
    },
    settle: createSettle({ commerce, metrics: engineMetrics, log }),
    config,
    metrics: engineMetrics,
    log,
    random,
    heartbeat: health.heartbeat('deadlines'),
  })
  const { runner, battles, pools, seatedBattle } = battle
  const { redisPrefix } = config
  const spending = createSpending({ runner, battles, pools, seatedBattle, library, commerce, redis, redisPrefix })

  const server = createGrpcServer({
    definition: GameEngineServiceService,
    identity,
    handlers: { ...battle.handlers, ...spending.handlers },
    more: [serveHealth(health), standings.implementation],
    log,
    metrics,
    verifyPrincipal: await createPrincipalVerifier(config.principalPublicKey),
  })
  let relay: Loop | undefined
  function startOutbox(): readonly Loop[] {
    relay = repeat({ name: 'outbox', work: outbox.relay, everyMs: RELAY_EVERY_MS, log })
    return [relay, repeat({ name: 'sent events', work: outbox.prune, everyMs: PRUNE_EVERY_MS, log })]
  }

  const clients = [rooms, publicNames, library, commerce]
  return assembleService({
    base,
    server,
    grpcAddress: config.grpcAddress,
    // Stops last, to publish the last outcomes.
    run: [startOutbox, () => battle, battle.start],
    close: [
      ...clients.map((client) => () => client.close()),
      () => bus.close(),
      () => closeDatabase(database),
      () => redis.disconnect(),
    ],
  })
}
