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
import { createKnownAddresses } from './media/known-addresses.js'
import { getAvatar, getMedia } from './media/rpc.js'
import { createBlockedSet } from './rotation/blocked-set.js'
import { createCommerceClient, type ItemHolds } from './saved/commerce-client.js'
import type { Config } from './config.js'
import { type Clock, createAskProvider, createTokens, systemClock } from './provider/client.js'
import { createRecentSearches, createSearch, type SearchGifs } from './provider/search.js'
import { createExamine, createIntake } from './rotation/intake.js'
import { createCheckLinks } from './rotation/links.js'
import { createMeasures } from './media/index.js'
import { openMediaCache } from './media/cache.js'
import { createMediaLoader } from './media/loader.js'
import { createMediaSource } from './media/source.js'
import { resolveByDns, type Resolve } from './shared/guarded-request.js'
import { createEraseDeleted, gifControlHandlers } from './rotation/index.js'
import { createSaving } from './saved/index.js'
import { listRotation } from './rotation/rpc.js'
import { savedGifHandlers } from './saved/rpc.js'
import { createBlockStore } from './rotation/block-store.js'
import { createDeletionStore, createRotationStore } from './rotation/store.js'
import { createGifStore } from './rotation/gif-store.js'
import { createLinkStore, createLookStore } from './rotation/look-store.js'
import { createSavedAttemptStore, createSavedSettlementStore } from './saved/attempt-store.js'
import { createSavedGifStore } from './saved/store.js'

/** What a test may put in place of the real thing. The service closes bus and client when it stops. */
export interface Overrides {
  readonly log?: Logger
  readonly resolve?: Resolve
  readonly bus?: Bus
  readonly items?: ItemHolds
  /** For the GIF provider's pauses and tokens. */
  readonly clock?: Clock
  readonly random?: () => number
}

export interface LibraryService extends Runnable {
  /** Where the gRPC server listens, once started. */
  readonly grpcPort: number
  readonly healthPort: number
}

/** What this build needs to find done in its schema. */
const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
// A page waits for it; the content network answers within tenths of a second.
const AVATAR_WITHIN_MS = 5_000
const RELAY_EVERY_MS = 1_000
const PRUNE_EVERY_MS = 3_600_000
const ERASE_EVERY_MS = 3_600_000
/** How long an administrator may look at what the provider has found. */
const OFFERED_MS = 12 * 3_600_000

/** The composition root: the one place that names concrete stores. */
export async function createService(config: Config, overrides: Overrides = {}): Promise<LibraryService> {
  const log = overrides.log ?? createLogger({ service: 'library', level: config.logLevel })
  const resolve = overrides.resolve ?? resolveByDns
  const metrics = createMetrics('library')
  const identity = readIdentity({ directory: config.identityDir, service: 'library', log, metrics })
  const health = createHealth({ port: config.healthPort, metrics, log })
  await health.listen()
  const { postgresUrl: url, postgresSchema: schema, postgresMax: max } = config
  const database = createDatabase({ url, schema, max, log, metrics })
  const facts = { stream: FACTS_STREAM, subjects: [subjects.factsAll] }
  const signs = { subject: subjects.factAuditRecorded('library'), signer: config.auditSigner }
  const bus = overrides.bus ?? (await createBus({ url: config.natsUrl, name: 'library', log, metrics, facts, signs }))
  const cache = await openMediaCache(config.mediaCacheDir, config.mediaCacheMaxBytes)
  const measures = createMeasures(metrics, cache, config.mediaCacheMaxBytes)

  const gifs = createGifStore(database)
  const deletions = createDeletionStore(database)
  const blocks = createBlockStore(database)
  const links = createLinkStore(database)
  const looks = createLookStore(database)
  const outbox = createOutbox({ database, bus, metrics })
  const blocked = createBlockedSet(blocks, log)
  const known = createKnownAddresses(database, { offeredMs: OFFERED_MS, now: Date.now })

  const rules = { allowedHosts: config.mediaAllowedHosts, privateOrigins: config.mediaPrivateOrigins }
  const loader = createMediaLoader({
    cache,
    guard: blocked,
    fetching: { rules, resolve, maxBytes: config.mediaMaxBytes, timeoutMs: config.mediaFetchTimeoutMs },
    converting: {
      ffmpegPath: config.ffmpegPath,
      timeoutMs: config.transcodeTimeoutMs,
      maxBytes: config.mediaMaxBytes,
      maxMemoryBytes: config.transcodeMemoryBytes,
    },
    conversionsAtOnce: config.transcodesAtOnce,
    conversionsWaiting: config.transcodesWaiting,
    now: Date.now,
  })
  const media = createMediaSource({
    cache,
    loader,
    guard: blocked,
    rules,
    freshMs: config.mediaFreshMs,
    count: (outcome) => measures.media(outcome),
    now: Date.now,
  })
  const examine = createExamine(loader, rules)
  const intake = createIntake({ looks, examine, blocked, log, atOnce: config.intakeAtOnce })

  const items = overrides.items ?? createCommerceClient({ address: config.commerceAddress, identity, metrics })
  const attempts = createSavedAttemptStore(database)
  const saving = createSaving({
    ...{ attempts, items, metrics, log },
    settlements: createSavedSettlementStore(database),
    abandonedAfterMs: config.saveAbandonedAfterMs,
  })

  const eraseDeleted = createEraseDeleted(deletions, config.gifRetentionMs, log)

  let intaking: Repeated | undefined
  let loops: readonly Repeated[] = []
  function startLoops(): void {
    const untilNoneIsDue = async (): Promise<void> => {
      if (await intake()) intaking?.poke()
    }
    intaking = repeat({ name: 'intake', work: untilNoneIsDue, everyMs: config.intakePollMs, log })
    loops = [
      intaking,
      repeat({ name: 'blocks of others', work: blocked.refresh, everyMs: config.blocksPollMs, log }),
      repeat({ name: 'unfinished saves', work: saving.sweep, everyMs: config.saveSweepMs, log }),
      repeat({ name: 'outbox', work: outbox.relay, everyMs: RELAY_EVERY_MS, log }),
      repeat({ name: 'deleted GIFs', work: eraseDeleted, everyMs: ERASE_EVERY_MS, log }),
      repeat({ name: 'sent facts', work: outbox.prune, everyMs: PRUNE_EVERY_MS, log }),
    ]
  }

  const server = createGrpcServer({
    definition: LibraryServiceService,
    identity,
    handlers: {
      listRotation: listRotation(createRotationStore(database)),
      getMedia: getMedia(media, known),
      getAvatar: getAvatar({
        baseUrl: config.avatarBaseUrl,
        privateOrigins: rules.privateOrigins,
        timeoutMs: AVATAR_WITHIN_MS,
        resolve,
      }),
      ...savedGifHandlers({ ...saving, attempts, rules, saved: createSavedGifStore(database) }),
      ...gifControlHandlers({
        ...{ gifs, deletions, blocks, blocked, looks, examine },
        retentionMs: config.gifRetentionMs,
        checkLinks: createCheckLinks({
          ...{ links, rules, resolve },
          timeoutMs: config.linkCheckTimeoutMs,
          secondLookMs: config.linkSecondLookMs,
          atOnce: config.linkChecksAtOnce,
          withinMs: config.linkPageTimeoutMs,
        }),
        offer: known.offer,
        search: createProvider(config, { resolve, log, ...overrides }),
        categoryTexts: config.gifProviderCategories,
        onAdded: () => intaking?.poke(),
        now: Date.now,
      }),
    },
    log,
    metrics,
    verifyPrincipal: await createPrincipalVerifier(config.principalPublicKey),
    more: [serveHealth(health)],
  })

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
      // Nothing is served before it is known what must not be.
      await onceAvailable({ health, log }, blocked.refresh)
      startLoops()
      grpcPort = await server.listen(config.grpcAddress)
      health.started()
      log.info({ grpcPort, healthPort: health.port }, 'library is up')
    },
    async stop() {
      health.stopping()
      await server.close()
      await Promise.all([atMost(FINISH_WITHIN_MS, saving.idle()), ...loops.map((loop) => loop.stop())])
      await health.close()
      items.close()
      await bus.close()
      await closeDatabase(database)
    },
  }
}

/** The client of the GIF provider. */
function createProvider(config: Config, parts: Overrides & { resolve: Resolve; log: Logger }): SearchGifs {
  const { resolve, log, clock = systemClock, random = Math.random } = parts
  const ask = createAskProvider({
    url: config.gifProviderUrl,
    privateOrigins: config.mediaPrivateOrigins,
    ...{ resolve, clock },
    timeoutMs: config.gifProviderTimeoutMs,
  })
  const search = createSearch({ ask, tokens: createTokens(ask, clock), clock, random, log })
  return createRecentSearches(search, { forMs: config.gifProviderResultsMs, clock })
}
