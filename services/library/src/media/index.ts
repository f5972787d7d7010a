import { counterOf, type Database, gauge, type Handlers, KlaError, type Metrics } from '@kla/chassis'
import type { LibraryServiceService } from '@kla/proto'
import type { Resolve } from '../shared/guarded-request.js'
import { type AddressRules, mediaAddress } from '../shared/rules.js'
import { type MediaCache, openMediaCache } from './cache.js'
import type { ConversionLimits } from './ffmpeg.js'
import { createKnownAddresses, type KnownAddresses } from './known-addresses.js'
import { type ContentGuard, createMediaLoader } from './loader.js'
import { getAvatar, getMedia } from './rpc.js'
import { createMediaSource, FETCH_OUTCOMES, type FetchOutcome } from './source.js'

export type { ContentGuard } from './loader.js'

export interface MediaDeps {
  readonly database: Database
  readonly guard: ContentGuard
  readonly rules: AddressRules
  readonly resolve: Resolve
  readonly cache: { readonly directory: string; readonly maxBytes: number; readonly freshMs: number }
  readonly fetching: { readonly maxBytes: number; readonly timeoutMs: number }
  readonly converting: ConversionLimits & { readonly atOnce: number; readonly waiting: number }
  readonly avatarBaseUrl: string
  readonly metrics: Metrics
  readonly now: () => number
}

/** Fetches a GIF without serving it; throws like GetMedia. */
export interface Examine {
  /** Returns the SHA-256. Also throws GIF_FLASHES. */
  whole(gifUrl: string): Promise<string>
  /** Returns the SHA-256, even of blocked content. */
  digest(gifUrl: string): Promise<string>
}

/** RPC handlers of media, and examination of GIFs. */
export interface Media {
  readonly handlers: Pick<Handlers<typeof LibraryServiceService>, 'getMedia' | 'getAvatar'>
  readonly examine: Examine
  readonly offer: KnownAddresses['offer']
}

const OFFERED_MS = 12 * 3_600_000
// The content network usually takes tenths of a second.
const AVATAR_TIMEOUT_MS = 5_000

export async function createMedia(deps: MediaDeps): Promise<Media> {
  const { database, guard, rules, resolve, fetching, converting, metrics, now } = deps
  const cache = await openMediaCache(deps.cache.directory, deps.cache.maxBytes)
  const count = createMediaMetrics(metrics, cache, deps.cache.maxBytes)
  const known = createKnownAddresses(database, { offeredMs: OFFERED_MS, now })
  const loader = createMediaLoader({
    cache,
    guard,
    converting,
    now,
    fetching: { rules, resolve, ...fetching },
    conversionsAtOnce: converting.atOnce,
    conversionsWaiting: converting.waiting,
  })
  const source = createMediaSource({ cache, loader, guard, rules, freshMs: deps.cache.freshMs, count, now })
  const allowed = (gifUrl: string): string => {
    const address = mediaAddress(gifUrl, rules)
    if (!address) throw new KlaError('MEDIA_NOT_ALLOWED')
    return address.url.href
  }
  return {
    handlers: {
      getMedia: getMedia(source, known),
      getAvatar: getAvatar({
        baseUrl: deps.avatarBaseUrl,
        privateOrigins: rules.privateOrigins,
        timeoutMs: AVATAR_TIMEOUT_MS,
        resolve,
      }),
    },
    examine: {
      async whole(gifUrl) {
        const { sourceDigest, flashes } = await loader.load(allowed(gifUrl), 'clip')
        if (flashes) throw new KlaError('GIF_FLASHES')
        return sourceDigest
      },
      digest: async (gifUrl) => loader.digestOf(allowed(gifUrl)),
    },
    offer: known.offer,
  }
}

function createMediaMetrics(
  metrics: Metrics,
  cache: Pick<MediaCache, 'bytes' | 'notes'>,
  maxBytes: number,
): (outcome: FetchOutcome) => void {
  const media = counterOf(
    metrics,
    'kla_media_total',
    'Media requests, by where the content came from.',
    'outcome',
    FETCH_OUTCOMES,
  )
  gauge(metrics, 'kla_media_cache_bytes', 'Size of all cached media.', function () {
    this.set(cache.bytes)
  })
  gauge(metrics, 'kla_media_cache_max_bytes', 'Size limit of the cache; beyond it the least recently used go.').set(
    maxBytes,
  )
  gauge(metrics, 'kla_media_cache_notes', 'Addresses and sources whose content is noted.', function () {
    this.set(cache.notes)
  })
  return (outcome) => media.inc({ outcome })
}
