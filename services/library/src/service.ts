import {
  createDatabase,
  createGrpcServer,
  createLogger,
  createMetrics,
  startHealthServer,
  type Handlers,
  type HealthServer,
  type Logger,
  type Runnable,
} from '@kla/chassis'
import { LibraryServiceService } from '@kla/proto'
import type { Config } from './config.js'
import { createMeasures } from './measures.js'
import { openMediaCache } from './media/media-cache.js'
import { createMediaSource } from './media/media-source.js'
import { resolveByDns, type Resolve } from './media/public-addresses.js'
import { getMedia } from './server/get-media.js'
import { listRotation } from './server/list-rotation.js'
import { createRotationStore } from './store/rotation-store.js'

export interface Overrides {
  readonly log?: Logger
  readonly resolve?: Resolve
}

export interface LibraryService extends Runnable {
  /** Where the gRPC server listens, once started. */
  readonly grpcPort: number
  readonly healthPort: number
}

/** The composition root: the one place that names concrete stores. */
export async function createService(config: Config, overrides: Overrides = {}): Promise<LibraryService> {
  const log = overrides.log ?? createLogger({ service: 'library', level: config.logLevel })
  const metrics = createMetrics('library')
  const database = createDatabase({ url: config.postgresUrl, schema: config.postgresSchema, log })
  const cache = await openMediaCache(config.mediaCacheDir, config.mediaCacheMaxBytes)
  const measures = createMeasures(metrics, cache)
  const media = createMediaSource({
    cache,
    fetching: {
      rules: { allowedHosts: config.mediaAllowedHosts, privateOrigins: config.mediaPrivateOrigins },
      resolve: overrides.resolve ?? resolveByDns,
      maxBytes: config.mediaMaxBytes,
      timeoutMs: config.mediaFetchTimeoutMs,
    },
    converting: {
      ffmpegPath: config.ffmpegPath,
      timeoutMs: config.transcodeTimeoutMs,
      maxBytes: config.mediaMaxBytes,
    },
    conversionsAtOnce: config.transcodesAtOnce,
    freshMs: config.mediaFreshMs,
    count: (outcome) => measures.media(outcome),
  })
  const server = createGrpcServer({
    definition: LibraryServiceService,
    handlers: { listRotation: listRotation(createRotationStore(database)), getMedia: getMedia(media) } as unknown as Handlers<typeof LibraryServiceService>,
    log,
    metrics,
  })
  const ready = (): Promise<boolean> => database.query('SELECT 1').then(() => true)

  let grpcPort = 0
  let health: HealthServer | undefined
  return {
    get grpcPort() {
      return grpcPort
    },
    get healthPort() {
      return health?.port ?? 0
    },
    async start() {
      await ready()
      grpcPort = await server.listen(config.grpcAddress)
      health = await startHealthServer({ port: config.healthPort, metrics, ready })
      log.info({ grpcPort, healthPort: health.port }, 'library is up')
    },
    async stop() {
      await health?.close()
      await server.close()
      await database.end()
    },
  }
}
