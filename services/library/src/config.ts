import { integer, list, milliseconds, port, readEnvironment, text, url } from '@kla/chassis'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Config {
  /** `host:port` of the gRPC server; port 0 takes a free one. */
  readonly grpcAddress: string
  readonly healthPort: number
  readonly logLevel: string
  readonly postgresUrl: string
  readonly postgresSchema: string
  /** `host` or `host:port`; without a port the scheme's own is meant. */
  readonly mediaAllowedHosts: readonly string[]
  /** `scheme://host:port` of hosts that may be in a private network. */
  readonly mediaPrivateOrigins: readonly string[]
  readonly mediaCacheDir: string
  /** All cached files together, bytes. */
  readonly mediaCacheMaxBytes: number
  /** One file, bytes, as fetched and as served. */
  readonly mediaMaxBytes: number
  /** A fetch with all its redirects, milliseconds. */
  readonly mediaFetchTimeoutMs: number
  /** How long a fetched file is taken for what its address still holds, milliseconds. */
  readonly mediaFreshMs: number
  readonly ffmpegPath: string
  /** One conversion, milliseconds. */
  readonly transcodeTimeoutMs: number
  /** Conversions at once. */
  readonly transcodesAtOnce: number
}

/** Reads the whole environment; throws one error that names every fault. */
export function readConfig(source: NodeJS.ProcessEnv = process.env): Config {
  const env = readEnvironment(
    {
      GRPC_ADDRESS: text('where the gRPC server listens', '0.0.0.0:50051'),
      HEALTH_PORT: port('where health and metrics are served, 0 for any', 9090),
      LOG_LEVEL: text('the lowest level that is logged', 'info'),
      POSTGRES_URL: url('PostgreSQL, as the role of this service'),
      POSTGRES_SCHEMA: text('where the tables are', 'library'),
      MEDIA_ALLOWED_HOSTS: list('hosts that media may come from, as host or host:port', []),
      MEDIA_PRIVATE_ORIGINS: list('origins that may be in a private network', []),
      MEDIA_CACHE_DIR: text('where fetched media is kept', join(tmpdir(), 'kla-media')),
      MEDIA_CACHE_MAX_BYTES: integer('size of all kept media', 2 * 1024 ** 3),
      MEDIA_MAX_BYTES: integer('size of one file', 20 * 1024 ** 2),
      MEDIA_FETCH_TIMEOUT_MS: milliseconds('how long a fetch may take', 15_000),
      MEDIA_FRESH_MS: milliseconds('how long fetched media is not asked for again', 24 * 3_600_000),
      FFMPEG_PATH: text('the ffmpeg to convert GIFs with', 'ffmpeg'),
      TRANSCODE_TIMEOUT_MS: milliseconds('how long one conversion may take', 30_000),
      TRANSCODES_AT_ONCE: integer('how many conversions may run at once', 2),
    },
    source,
  )
  return {
    grpcAddress: env.GRPC_ADDRESS,
    healthPort: env.HEALTH_PORT,
    logLevel: env.LOG_LEVEL,
    postgresUrl: env.POSTGRES_URL,
    postgresSchema: env.POSTGRES_SCHEMA,
    mediaAllowedHosts: env.MEDIA_ALLOWED_HOSTS,
    mediaPrivateOrigins: env.MEDIA_PRIVATE_ORIGINS,
    mediaCacheDir: env.MEDIA_CACHE_DIR,
    mediaCacheMaxBytes: env.MEDIA_CACHE_MAX_BYTES,
    mediaMaxBytes: env.MEDIA_MAX_BYTES,
    mediaFetchTimeoutMs: env.MEDIA_FETCH_TIMEOUT_MS,
    mediaFreshMs: env.MEDIA_FRESH_MS,
    ffmpegPath: env.FFMPEG_PATH,
    transcodeTimeoutMs: env.TRANSCODE_TIMEOUT_MS,
    transcodesAtOnce: env.TRANSCODES_AT_ONCE,
  }
}
