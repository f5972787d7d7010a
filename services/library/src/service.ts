import {
  atMost,
  awaitSchema,
  closeDatabase,
  createBus,
  createDatabase,
  createGrpcServer,
  createHealth,
  createLogger,
  createMetrics,
  createOutbox,
  createPrincipalVerifier,
  FINISH_WITHIN_MS,
  onceAvailable,
  readIdentity,
  repeat,
  serveHealth,
  type Bus,
  type Logger,
  type Repeated,
  type Runnable,
} from '@kla/chassis'
import { FACTS_STREAM, LibraryServiceService, subjects } from '@kla/proto'
import { fileURLToPath } from 'node:url'
import type { Config } from './config.js'
import { createMedia } from './media/index.js'
import { createProvider, type Clock } from './provider/index.js'
import { createRotation, openBlockedSet } from './rotation/index.js'
import { createCommerceClient, createSaved, type ItemHolds } from './saved/index.js'
import { resolveByDns, type Resolve } from './shared/guarded-request.js'

/** What tests replace. The service closes bus and client. */
export interface Overrides {
  readonly log?: Logger
  readonly resolve?: Resolve
  readonly bus?: Bus
  readonly items?: ItemHolds
  readonly clock?: Clock
  readonly random?: () => number
}

export interface LibraryService extends Runnable {
  readonly grpcPort: number
  readonly healthPort: number
}

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
const RELAY_EVERY_MS = 1_000
const PRUNE_EVERY_MS = 3_600_000
const ERASE_EVERY_MS = 3_600_000

export async function createService(config: Config, overrides: Overrides = {}): Promise<LibraryService> {
  const log = overrides.log ?? createLogger({ service: 'library', level: config.LOG_LEVEL })
  const resolve = overrides.resolve ?? resolveByDns
  const metrics = createMetrics('library')
  const identity = readIdentity({ directory: config.IDENTITY_DIR, service: 'library', log, metrics })
  const health = createHealth({ port: config.HEALTH_PORT, metrics, log })
  await health.listen()
  const database = createDatabase({
    url: config.POSTGRES_URL,
    schema: config.POSTGRES_SCHEMA,
    max: config.POSTGRES_MAX,
    ...{ log, metrics },
  })
  const bus =
    overrides.bus ??
    (await createBus({
      url: config.NATS_URL,
      name: 'library',
      ...{ log, metrics },
      facts: { stream: FACTS_STREAM, subjects: [subjects.factsAll] },
      signs: { subject: subjects.factAuditRecorded('library'), signer: config.AUDIT_PRIVATE_KEY },
    }))
  const outbox = createOutbox({ database, bus, metrics })
  const items = overrides.items ?? createCommerceClient({ address: config.COMMERCE_ADDRESS, identity, metrics })

  const rules = { allowedHosts: config.MEDIA_ALLOWED_HOSTS, privateOrigins: config.MEDIA_PRIVATE_ORIGINS }
  const blocked = openBlockedSet(database, log)
  const media = await createMedia({
    ...{ database, rules, resolve, metrics },
    guard: blocked,
    cache: {
      directory: config.MEDIA_CACHE_DIR,
      maxBytes: config.MEDIA_CACHE_MAX_BYTES,
      freshMs: config.MEDIA_FRESH_MS,
    },
    fetching: { maxBytes: config.MEDIA_MAX_BYTES, timeoutMs: config.MEDIA_FETCH_TIMEOUT_MS },
    converting: {
      ffmpegPath: config.FFMPEG_PATH,
      timeoutMs: config.TRANSCODE_TIMEOUT_MS,
      maxBytes: config.MEDIA_MAX_BYTES,
      maxMemoryBytes: config.TRANSCODE_MEMORY_BYTES,
      atOnce: config.TRANSCODES_AT_ONCE,
      waiting: config.TRANSCODES_WAITING,
    },
    avatarBaseUrl: config.AVATAR_BASE_URL,
    now: Date.now,
  })
  const rotation = createRotation({
    ...{ database, blocked, log },
    examine: media.examine,
    links: {
      ...{ rules, resolve },
      timeoutMs: config.LINK_CHECK_TIMEOUT_MS,
      secondLookMs: config.LINK_SECOND_LOOK_MS,
      atOnce: config.LINK_CHECKS_AT_ONCE,
      withinMs: config.LINK_PAGE_TIMEOUT_MS,
    },
    intakeAtOnce: config.INTAKE_AT_ONCE,
    retentionMs: config.GIF_RETENTION_MS,
    onAdded: () => intake?.poke(),
    now: Date.now,
  })
  const saved = createSaved({ database, items, rules, metrics, log, abandonedAfterMs: config.SAVE_ABANDONED_AFTER_MS })
  const provider = createProvider({
    ...{ resolve, log, offer: media.offer, privateOrigins: rules.privateOrigins },
    url: config.GIF_PROVIDER_URL,
    timeoutMs: config.GIF_PROVIDER_TIMEOUT_MS,
    resultsMs: config.GIF_PROVIDER_RESULTS_MS,
    categoryTexts: config.GIF_PROVIDER_CATEGORIES,
    clock: overrides.clock,
    random: overrides.random,
  })
  const server = createGrpcServer({
    definition: LibraryServiceService,
    identity,
    handlers: { ...rotation.handlers, ...media.handlers, ...saved.handlers, ...provider.handlers },
    log,
    metrics,
    verifyPrincipal: await createPrincipalVerifier(config.PRINCIPAL_PUBLIC_KEY),
    more: [serveHealth(health)],
  })

  let intake: Repeated | undefined
  let loops: readonly Repeated[] = []
  function startLoops(): void {
    const untilNoneIsDue = async (): Promise<void> => {
      if (await rotation.intake()) intake?.poke()
    }
    intake = repeat({ name: 'intake', work: untilNoneIsDue, everyMs: config.INTAKE_POLL_MS, log })
    loops = [
      intake,
      repeat({ name: 'blocks of other pods', work: blocked.refresh, everyMs: config.BLOCKS_POLL_MS, log }),
      repeat({ name: 'unfinished saves', work: saved.sweep, everyMs: config.SAVE_SWEEP_MS, log }),
      repeat({ name: 'outbox', work: outbox.relay, everyMs: RELAY_EVERY_MS, log }),
      repeat({ name: 'deleted GIFs', work: rotation.eraseDeleted, everyMs: ERASE_EVERY_MS, log }),
      repeat({ name: 'published events', work: outbox.prune, everyMs: PRUNE_EVERY_MS, log }),
    ]
  }

  let grpcPort = 0
  return {
    get grpcPort() {
      return grpcPort
    },
    get healthPort() {
      return health.port
    },
    async start() {
      await awaitSchema({ database, migrations: MIGRATIONS, health, log })
      await onceAvailable({ health, log }, blocked.refresh)
      startLoops()
      grpcPort = await server.listen(config.GRPC_ADDRESS)
      health.started()
      log.info({ grpcPort, healthPort: health.port }, 'library is up')
    },
    async stop() {
      health.stopping()
      await server.close()
      await Promise.all([atMost(FINISH_WITHIN_MS, saved.idle()), ...loops.map((loop) => loop.stop())])
      await health.close()
      items.close()
      await bus.close()
      await closeDatabase(database)
    },
  }
}
