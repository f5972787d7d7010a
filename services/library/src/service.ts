import { fileURLToPath } from 'node:url'
import {
  assembleService,
  awaitSchema,
  type Bus,
  closeDatabase,
  createBus,
  createDatabase,
  createGrpcServer,
  createOutbox,
  createPrincipalVerifier,
  createServiceBase,
  type Logger,
  type Loop,
  repeat,
  retryUntilAvailable,
  type Running,
  serveHealth,
  type Service,
  settleWithin,
  SHUTDOWN_TIMEOUT_MS,
} from '@kla/chassis'
import { EVENTS_STREAM, LibraryServiceService, subjects } from '@kla/proto'
import type { Config } from './config.js'
import { createLimits } from './limits/index.js'
import { createMedia } from './media/index.js'
import { type Clock, createProvider } from './provider/index.js'
import { createRotation, openBlockedSet } from './rotation/index.js'
import { createCommerceClient, createSaved, type ItemHolds } from './saved/index.js'
import { type Resolve, resolveByDns } from './shared/guarded-request.js'

/** Replacements for tests; the service closes bus and client. */
export interface Overrides {
  readonly log?: Logger
  readonly resolve?: Resolve
  readonly bus?: Bus
  readonly items?: ItemHolds
  readonly clock?: Clock
  readonly random?: () => number
  readonly now?: () => number
}

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
const RELAY_EVERY_MS = 1_000
const PRUNE_EVERY_MS = 3_600_000
const ERASE_EVERY_MS = 3_600_000

export async function createService(config: Config, overrides: Overrides = {}): Promise<Service> {
  const base = await createServiceBase('library', config, overrides, ['nats'])
  const { log, metrics, identity, health } = base
  const resolve = overrides.resolve ?? resolveByDns
  const database = createDatabase({
    url: config.postgresUrl,
    schema: config.postgresSchema,
    max: config.postgresMax,
    log,
    metrics,
  })
  const bus =
    overrides.bus ??
    (await createBus({
      url: config.natsUrl,
      name: 'library',
      log,
      metrics,
      events: { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] },
      signs: { subject: subjects.eventAuditRecorded('library'), signer: config.auditPrivateKey },
    }))
  const outbox = createOutbox({ database, bus, metrics })
  const items = overrides.items ?? createCommerceClient({ address: config.commerceAddress, identity, metrics })

  const rules = { allowedHosts: config.mediaAllowedHosts, privateOrigins: config.mediaPrivateOrigins }
  const blocked = openBlockedSet(database, log)
  const media = await createMedia({
    database,
    rules,
    resolve,
    metrics,
    guard: blocked,
    cache: {
      directory: config.mediaCacheDir,
      maxBytes: config.mediaCacheMaxBytes,
      freshMs: config.mediaFreshMs,
    },
    fetching: { maxBytes: config.mediaMaxBytes, timeoutMs: config.mediaFetchTimeoutMs },
    converting: {
      ffmpegPath: config.ffmpegPath,
      ffprobePath: config.ffprobePath,
      timeoutMs: config.transcodeTimeoutMs,
      maxBytes: config.mediaMaxBytes,
      maxMemoryBytes: config.transcodeMemoryBytes,
      atOnce: config.transcodesAtOnce,
      waiting: config.transcodesWaiting,
    },
    avatarBaseUrl: config.avatarBaseUrl,
    now: Date.now,
  })
  const rotation = createRotation({
    database,
    blocked,
    log,
    examine: media.examine,
    links: {
      rules,
      resolve,
      timeoutMs: config.linkCheckTimeoutMs,
      secondLookMs: config.linkSecondLookMs,
      atOnce: config.linkChecksAtOnce,
      withinMs: config.linkPageTimeoutMs,
    },
    intakeAtOnce: config.intakeAtOnce,
    retentionMs: config.gifRetentionMs,
    onAdded: () => intake?.poke(),
    now: Date.now,
  })
  const saved = createSaved({ database, items, rules, metrics, log, abandonedAfterMs: config.saveAbandonedAfterMs })
  const provider = createProvider({
    resolve,
    log,
    offer: media.offer,
    privateOrigins: rules.privateOrigins,
    url: config.gifProviderUrl,
    timeoutMs: config.gifProviderTimeoutMs,
    resultsMs: config.gifProviderResultsMs,
    categoryTexts: config.gifProviderCategories,
    clock: overrides.clock,
    random: overrides.random,
  })
  const server = createGrpcServer({
    definition: LibraryServiceService,
    identity,
    handlers: {
      ...rotation.handlers,
      ...media.handlers,
      ...saved.handlers,
      ...provider.handlers,
      ...createLimits({ database, key: config.limitsKey, now: overrides.now ?? Date.now }).handlers,
    },
    log,
    metrics,
    verifyPrincipal: await createPrincipalVerifier(config.principalPublicKey),
    more: [serveHealth(health)],
  })

  let intake: Loop | undefined
  function startLoops(): readonly Running[] {
    const untilNoneIsDue = async (): Promise<void> => {
      if (await rotation.intake()) intake?.poke()
    }
    intake = repeat({ name: 'intake', work: untilNoneIsDue, everyMs: config.intakePollMs, log })
    return [
      intake,
      repeat({ name: 'blocks of other pods', work: blocked.refresh, everyMs: config.blocksPollMs, log }),
      repeat({ name: 'unfinished saves', work: saved.sweep, everyMs: config.saveSweepMs, log }),
      repeat({ name: 'outbox', work: outbox.relay, everyMs: RELAY_EVERY_MS, log }),
      repeat({ name: 'deleted GIFs', work: rotation.eraseDeleted, everyMs: ERASE_EVERY_MS, log }),
      repeat({ name: 'published events', work: outbox.prune, everyMs: PRUNE_EVERY_MS, log }),
      { stop: () => settleWithin(SHUTDOWN_TIMEOUT_MS, saved.idle()) },
    ]
  }

  return assembleService({
    base,
    server,
    grpcAddress: config.grpcAddress,
    prepare: [
      () => awaitSchema({ database, migrations: MIGRATIONS, health, log }),
      () => retryUntilAvailable({ health, log }, blocked.refresh),
    ],
    run: [startLoops],
    close: [() => items.close(), () => bus.close(), () => closeDatabase(database)],
  })
}
