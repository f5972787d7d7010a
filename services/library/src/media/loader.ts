import { readFile, rm } from 'node:fs/promises'
import { createConcurrencyLimiter, KlaError } from '@kla/chassis'
import { createSingleFlight } from '../shared/concurrency.js'
import type { MediaCache } from './cache.js'
import type { CachedMedia } from './notes.js'
import { gifToMp4, stillOf } from './convert.js'
import type { ConversionLimits } from './ffmpeg.js'
import { type Fetched, type FetchOptions, fetchToFile } from './fetch.js'
import { gifSize, isAnimatedWebp, type MediaType, mediaTypeOf } from './rules.js'
import { type Watchable, watchForFlashes } from './watch.js'

interface MediaLoaderDeps {
  readonly cache: MediaCache
  readonly guard: ContentGuard
  readonly fetching: FetchOptions
  readonly converting: ConversionLimits
  readonly conversionsAtOnce: number
  readonly conversionsWaiting: number
  readonly now: () => number
}

export interface MediaLoader {
  /**
   * Concurrent calls share one fetch. Throws MEDIA_NOT_ALLOWED, MEDIA_NOT_FOUND, MEDIA_TOO_LARGE, MEDIA_UNAVAILABLE or
   * MEDIA_BLOCKED.
   */
  load(address: string): Promise<CachedMedia>
  /** Fetches and keeps nothing; works for blocked content. */
  digestOf(address: string): Promise<string>
}

// Each holds a connection and a temporary file.
const FETCHES = { running: 16, waiting: 512, refusal: 'MEDIA_UNAVAILABLE' } as const
// Takes ffmpeg about 100 MB.
const GIF_PIXELS_MAX = 4_096 * 2_304
const REFUSED_FOR_MS = 60_000

export function createMediaLoader(options: MediaLoaderDeps): MediaLoader {
  const { cache, guard, fetching, converting, now } = options
  const limitFetches = createConcurrencyLimiter(FETCHES)
  const limitConversions = createConcurrencyLimiter({
    running: options.conversionsAtOnce,
    waiting: options.conversionsWaiting,
    refusal: 'MEDIA_UNAVAILABLE',
  })
  // Others wait longer: they may be many, and are served as they came.
  const limitWatching = createConcurrencyLimiter({ ...FETCHES, running: options.conversionsAtOnce })
  const refusals = createRememberedRefusals(REFUSED_FOR_MS, now)
  const byAddress = createSingleFlight<CachedMedia>()
  const byContent = createSingleFlight<CachedMedia>()

  const fetch = (address: string, path: string): Promise<Fetched> =>
    limitFetches(() => fetchToFile(address, path, fetching))

  const keep = async (address: string, path: string, { digest, start }: Fetched): Promise<CachedMedia> => {
    const type = checkedType(start)
    const about = { sourceDigest: digest, fetchedAtMs: now(), flashes: false }
    const made = cache.newPath()
    /** Judges the very file that is going to be served. */
    const keepUnlessFlashing = async (served: string, contentType: MediaType, format: Watchable): Promise<CachedMedia> => {
      const flashes = await watchForFlashes(served, format, converting).catch(refuseFrom(address))
      if (!flashes) return cache.keep(served, { ...about, contentType })
      const still = cache.newPath()
      await stillOf(served, format, still, converting)
      return cache.keep(still, { ...about, contentType: 'video/mp4', flashes: true })
    }
    try {
      if (type === 'image/webp' && isAnimatedWebp(start)) throw new KlaError('MEDIA_NOT_ALLOWED')
      if (type === 'image/gif') {
        return await limitConversions(async () => {
          await gifToMp4(path, made, converting).catch(refuseFrom(address))
          return keepUnlessFlashing(made, 'video/mp4', 'mp4')
        })
      }
      const format = await movingFormat(type, path)
      if (!format) return await cache.keep(path, { ...about, contentType: type })
      return await limitWatching(() => keepUnlessFlashing(path, type, format))
    } finally {
      await rm(made, { force: true })
    }
  }

  /** Only files are remembered; a host may recover at once. */
  const refuseFrom = (address: string) => (error: unknown): never => {
    throw refusals.remember(address, error)
  }

  const load = async (address: string): Promise<CachedMedia> => {
    refusals.check(address)
    const path = cache.newPath()
    try {
      const fetched = await fetch(address, path)
      const { digest } = fetched
      if (guard.contentBlocked(digest)) {
        await guard.foundBlocked(address, digest)
        throw new KlaError('MEDIA_BLOCKED')
      }
      guard.fetched(address, digest)
      const made = await byContent(digest, async () => (await cache.findSource(digest)) ?? keep(address, path, fetched))
      const media = { ...made, fetchedAtMs: now() }
      await cache.note(address, media)
      if (media.flashes) await guard.foundFlashing(address, digest)
      return media
    } catch (error) {
      const { reason } = KlaError.from(error)
      if (reason === 'MEDIA_TOO_LARGE' || reason === 'MEDIA_NOT_ALLOWED') refusals.remember(address, error)
      throw error
    } finally {
      await rm(path, { force: true })
    }
  }

  return {
    load: (address) => byAddress(address, () => load(address)),
    async digestOf(address) {
      const path = cache.newPath()
      try {
        return (await fetch(address, path)).digest
      } finally {
        await rm(path, { force: true })
      }
    },
  }
}

function checkedType(start: Uint8Array): MediaType {
  const type = mediaTypeOf(start)
  if (!type) throw new KlaError('MEDIA_NOT_ALLOWED')
  if (type === 'image/gif') {
    const { width, height } = gifSize(start)
    if (width * height > GIF_PIXELS_MAX) throw new KlaError('MEDIA_TOO_LARGE')
  }
  return type
}

/** Undefined for a still picture. */
async function movingFormat(type: MediaType, path: string): Promise<Watchable | undefined> {
  if (type === 'video/mp4') return 'mp4'
  if (type === 'video/webm') return 'webm'
  return type === 'image/png' && (await readFile(path)).includes('acTL') ? 'apng' : undefined
}

/** What must not be shown. Asked with each request, so it answers from memory. */
export interface ContentGuard {
  addressBlocked(address: string): boolean
  /** By the SHA-256 of the fetched bytes. */
  contentBlocked(sourceDigest: string): boolean
  /** Blocks the address too if it is one of ours. */
  foundBlocked(address: string, sourceDigest: string): Promise<void>
  fetched(address: string, sourceDigest: string): void
  /** Takes its GIFs out of rotation. Never rejects. */
  foundFlashing(address: string, sourceDigest: string): Promise<void>
}

interface RememberedRefusals {
  check(address: string): void
  remember(address: string, error: unknown): KlaError
}

const ADDRESSES_MAX = 2_000

/** Otherwise every request would convert a GIF bomb again. */
export function createRememberedRefusals(forMs: number, now: () => number): RememberedRefusals {
  const known = new Map<string, { refusal: KlaError; untilMs: number }>()
  return {
    check(address) {
      const entry = known.get(address)
      if (!entry) return
      if (entry.untilMs > now()) throw entry.refusal
      known.delete(address)
    },
    remember(address, error) {
      const refusal = KlaError.from(error)
      if (known.size >= ADDRESSES_MAX) known.delete(known.keys().next().value as string)
      known.set(address, { refusal, untilMs: now() + forMs })
      return refusal
    },
  }
}
