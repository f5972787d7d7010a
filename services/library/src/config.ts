import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  factSigner, type FactSigner, identityDirectoryVariable, list, milliseconds, port, positive, readEnvironment, text, urls, url,
  type Variable,
} from '@kla/chassis'
import { CATEGORIES, type Category } from '@kla/proto/web'
import { isCategory } from './shared/rules.js'

type CategoryTexts = Readonly<Record<Category, string>>

/** A text for each category, as `category=text` separated by commas; categories not named keep their default. */
const categoryTexts = (about: string, fallback: CategoryTexts): Variable<CategoryTexts> => ({
  about,
  fallback,
  parse: (value) => ({ ...fallback, ...Object.fromEntries(value.split(',').map(readPair)) }),
})

function readPair(pair: string): [Category, string] {
  const [name = '', text = ''] = pair.split('=').map((part) => part.trim())
  if (!isCategory(name) || text === '') {
    throw new Error(`is not made of category=text, with one of ${CATEGORIES.join(', ')}`)
  }
  return [name, text]
}

/** An http or https address; a slash at the end is dropped. */
const webAddress = (about: string, fallback: string): Variable<string> => ({
  about,
  fallback,
  parse: (value) => {
    if (!/^https?:$/.test(URL.canParse(value) ? new URL(value).protocol : '')) throw new Error('is no web address')
    return value.replace(/\/+$/, '')
  },
})

/** A whole number above zero. */
const amount = (about: string, fallback: number): Variable<number> => ({
  about,
  fallback,
  parse: (value) => {
    if (!/^[1-9]\d*$/.test(value)) throw new Error('is no whole number above zero')
    return Number(value)
  },
})

export interface Config {
  /** `host:port` of the gRPC server; port 0 takes a free one. */
  readonly grpcAddress: string
  readonly healthPort: number
  /** Where the certificate of this process is. */
  readonly identityDir: string
  readonly logLevel: string
  readonly postgresUrl: string
  readonly postgresSchema: string
  /** Connections at most. */
  readonly postgresMax: number
  readonly natsUrl: string
  /** `host:port` of commerce, several separated by commas. */
  readonly commerceAddress: string
  /** auth's, PEM. */
  readonly principalPublicKey: string
  readonly auditSigner: FactSigner
  /** How long a save may stay undecided before it is given up, milliseconds. Longer than any call for it takes. */
  readonly saveAbandonedAfterMs: number
  /** The pause between two looks for saves that were broken off, milliseconds. */
  readonly saveSweepMs: number
  /** How long a deleted GIF is kept before it is erased, unless it is held, milliseconds. */
  readonly gifRetentionMs: number
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
  readonly avatarBaseUrl: string
  readonly ffmpegPath: string
  /** One conversion, milliseconds; on the clock, and of processor time. */
  readonly transcodeTimeoutMs: number
  /** All that one conversion may ask for, bytes. */
  readonly transcodeMemoryBytes: number
  /** Conversions at once. */
  readonly transcodesAtOnce: number
  /** Conversions that wait; a further one is refused. */
  readonly transcodesWaiting: number
  /** How often a pod asks what others have blocked, milliseconds. */
  readonly blocksPollMs: number
  /** How often a pod asks whether there is content to look at, milliseconds. */
  readonly intakePollMs: number
  /** GIFs looked at together. */
  readonly intakeAtOnce: number
  /** One link with all its redirects, milliseconds. */
  readonly linkCheckTimeoutMs: number
  /** From the first look at a link that did not answer to the second, milliseconds. */
  readonly linkSecondLookMs: number
  /** Links asked together. 500 links of a host that hangs take 500 / `linkChecksAtOnce` times the timeout. */
  readonly linkChecksAtOnce: number
  /** A page of links, milliseconds; whoever asks for it waits 60 s. */
  readonly linkPageTimeoutMs: number
  readonly gifProviderUrl: string
  /** One request to the provider, milliseconds. */
  readonly gifProviderTimeoutMs: number
  /** How long the result of a search is good, milliseconds. */
  readonly gifProviderResultsMs: number
  /** What the provider is asked for in each of our categories. */
  readonly gifProviderCategories: Readonly<Record<Category, string>>
}

/** Reads the whole environment; throws one error that names every fault. */
export function readConfig(source: NodeJS.ProcessEnv = process.env): Config {
  const env = readEnvironment(
    {
      GRPC_ADDRESS: text('where the gRPC server listens', '0.0.0.0:50051'),
      HEALTH_PORT: port('where health and metrics are served, 0 for any', 9090),
      IDENTITY_DIR: identityDirectoryVariable,
      LOG_LEVEL: text('the lowest level that is logged', 'info'),
      POSTGRES_URL: url('PostgreSQL, as the role of this service'),
      POSTGRES_SCHEMA: text('where the tables are', 'library'),
      POSTGRES_MAX: positive('connections at most', 10),
      NATS_URL: urls('NATS with JetStream, for facts'),
      PRINCIPAL_PUBLIC_KEY: text("auth's public key for principals, PEM"),
      AUDIT_PRIVATE_KEY: factSigner("what facts for the audit log are signed with: this service's own key, Ed25519, PKCS8, PEM"),
      COMMERCE_ADDRESS: text('commerce, where items are held and spent'),
      SAVE_ABANDONED_AFTER_MS: milliseconds('how long a save may stay undecided', 60_000),
      SAVE_SWEEP_MS: milliseconds('the pause between two looks for saves that were broken off', 5_000),
      GIF_RETENTION_MS: milliseconds('when a deleted GIF is erased', 30 * 24 * 3_600_000),
      MEDIA_ALLOWED_HOSTS: list('hosts that media may come from, as host or host:port', []),
      MEDIA_PRIVATE_ORIGINS: list('origins that may be in a private network', []),
      MEDIA_CACHE_DIR: text('where fetched media is kept', join(tmpdir(), 'kla-media')),
      MEDIA_CACHE_MAX_BYTES: amount('size of all kept media', 2 * 1024 ** 3),
      MEDIA_MAX_BYTES: amount('size of one file', 20 * 1024 ** 2),
      MEDIA_FETCH_TIMEOUT_MS: milliseconds('how long a fetch may take', 15_000),
      MEDIA_FRESH_MS: milliseconds('how long fetched media is not asked for again', 24 * 3_600_000),
      AVATAR_BASE_URL: webAddress("the login provider's content network", 'https://cdn.discordapp.com'),
      FFMPEG_PATH: text('the ffmpeg to convert GIFs with', 'ffmpeg'),
      TRANSCODE_TIMEOUT_MS: milliseconds('how long one conversion may take', 30_000),
      TRANSCODE_MEMORY_BYTES: amount('how much memory one conversion may ask for', 1024 ** 3),
      TRANSCODES_AT_ONCE: amount('how many conversions may run at once', 2),
      TRANSCODES_WAITING: amount('how many conversions may wait for their turn', 32),
      BLOCKS_POLL_MS: milliseconds('how often to ask what other pods have blocked', 500),
      INTAKE_POLL_MS: milliseconds('how often to ask for GIFs whose content is to be looked at', 1_000),
      INTAKE_AT_ONCE: amount('how many GIFs are looked at together', 2),
      LINK_CHECK_TIMEOUT_MS: milliseconds('how long one link may take to answer', 4_000),
      LINK_SECOND_LOOK_MS: milliseconds('how long to wait before a link that did not answer is asked once more', 2_000),
      LINK_CHECKS_AT_ONCE: amount('how many links are asked together', 48),
      LINK_PAGE_TIMEOUT_MS: milliseconds('how long a page of links may take', 50_000),
      GIF_PROVIDER_URL: webAddress('the GIF provider', 'https://api.redgifs.com'),
      GIF_PROVIDER_TIMEOUT_MS: milliseconds('how long one request to the GIF provider may take', 5_000),
      GIF_PROVIDER_RESULTS_MS: milliseconds('how long what a search has found is good', 300_000),
      GIF_PROVIDER_CATEGORIES: categoryTexts('what to search for in each category, as category=text', {
        default: 'amateur',
        gay: 'gay',
        hentai: 'hentai',
        trans: 'trans',
      }),
    },
    source,
  )
  return {
    grpcAddress: env.GRPC_ADDRESS,
    healthPort: env.HEALTH_PORT,
    identityDir: env.IDENTITY_DIR,
    logLevel: env.LOG_LEVEL,
    postgresUrl: env.POSTGRES_URL,
    postgresSchema: env.POSTGRES_SCHEMA,
    postgresMax: env.POSTGRES_MAX,
    natsUrl: env.NATS_URL,
    principalPublicKey: env.PRINCIPAL_PUBLIC_KEY,
    auditSigner: env.AUDIT_PRIVATE_KEY,
    commerceAddress: env.COMMERCE_ADDRESS,
    saveAbandonedAfterMs: env.SAVE_ABANDONED_AFTER_MS,
    saveSweepMs: env.SAVE_SWEEP_MS,
    gifRetentionMs: env.GIF_RETENTION_MS,
    mediaAllowedHosts: env.MEDIA_ALLOWED_HOSTS,
    mediaPrivateOrigins: env.MEDIA_PRIVATE_ORIGINS,
    mediaCacheDir: env.MEDIA_CACHE_DIR,
    mediaCacheMaxBytes: env.MEDIA_CACHE_MAX_BYTES,
    mediaMaxBytes: env.MEDIA_MAX_BYTES,
    mediaFetchTimeoutMs: env.MEDIA_FETCH_TIMEOUT_MS,
    mediaFreshMs: env.MEDIA_FRESH_MS,
    avatarBaseUrl: env.AVATAR_BASE_URL,
    ffmpegPath: env.FFMPEG_PATH,
    transcodeTimeoutMs: env.TRANSCODE_TIMEOUT_MS,
    transcodeMemoryBytes: env.TRANSCODE_MEMORY_BYTES,
    transcodesAtOnce: env.TRANSCODES_AT_ONCE,
    transcodesWaiting: env.TRANSCODES_WAITING,
    blocksPollMs: env.BLOCKS_POLL_MS,
    intakePollMs: env.INTAKE_POLL_MS,
    intakeAtOnce: env.INTAKE_AT_ONCE,
    linkCheckTimeoutMs: env.LINK_CHECK_TIMEOUT_MS,
    linkSecondLookMs: env.LINK_SECOND_LOOK_MS,
    linkChecksAtOnce: env.LINK_CHECKS_AT_ONCE,
    linkPageTimeoutMs: env.LINK_PAGE_TIMEOUT_MS,
    gifProviderUrl: env.GIF_PROVIDER_URL,
    gifProviderTimeoutMs: env.GIF_PROVIDER_TIMEOUT_MS,
    gifProviderResultsMs: env.GIF_PROVIDER_RESULTS_MS,
    gifProviderCategories: env.GIF_PROVIDER_CATEGORIES,
  }
}
