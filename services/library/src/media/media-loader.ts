import { KlaError } from '@kla/chassis'
import { rm } from 'node:fs/promises'
import { gifSize, mediaTypeOf, type MediaType } from '../domain/media-type.js'
import type { CachedMedia } from './cached-media.js'
import type { ContentGuard } from './content-guard.js'
import { fetchToFile, type Fetched, type FetchOptions } from './fetch-to-file.js'
import { gifToMp4, type ConversionLimits } from './gif-to-mp4.js'
import type { MediaCache } from './media-cache.js'
import { createRememberedRefusals } from './remembered-refusals.js'
import { createShared } from '../shared.js'
import { createTurns } from './turns.js'

export interface MediaLoaderOptions {
  readonly cache: MediaCache
  readonly guard: ContentGuard
  readonly fetching: FetchOptions
  readonly converting: ConversionLimits
  readonly conversionsAtOnce: number
  /** Beyond this many conversions that wait, one more is refused. */
  readonly conversionsWaiting: number
  readonly now: () => number
}

export interface MediaLoader {
  /**
   * Fetches, checks, converts and keeps what an address holds, once for all who ask meanwhile. Throws
   * MEDIA_NOT_ALLOWED, MEDIA_NOT_FOUND, MEDIA_TOO_LARGE, MEDIA_UNAVAILABLE or MEDIA_BLOCKED.
   */
  load(address: string): Promise<CachedMedia>
  /** Fetches only to learn the SHA-256 of what an address holds, blocked or not; keeps nothing. */
  digestOf(address: string): Promise<string>
}

// Each holds a connection and a temporary file of up to the size limit.
const FETCHES_AT_ONCE = 16
const FETCHES_WAITING = 512
// A picture this large takes ffmpeg about 100 MB for a frame or two.
const GIF_PIXELS_MAX = 4_096 * 2_304
// Whoever replaces a broken file need not wait long.
const REFUSED_FOR_MS = 60_000

export function createMediaLoader(options: MediaLoaderOptions): MediaLoader {
  const { cache, guard, fetching, converting, now } = options
  const takeFetchTurn = createTurns(FETCHES_AT_ONCE, FETCHES_WAITING)
  const takeConversionTurn = createTurns(options.conversionsAtOnce, options.conversionsWaiting)
  const refusals = createRememberedRefusals(REFUSED_FOR_MS, now)
  const byAddress = createShared<CachedMedia>()
  const byContent = createShared<CachedMedia>()

  const fetch = (address: string, path: string): Promise<Fetched> =>
    takeFetchTurn(() => fetchToFile(address, path, fetching))

  const keep = async (address: string, path: string, { digest, start }: Fetched): Promise<CachedMedia> => {
    const type = checkedType(start)
    const about = { sourceDigest: digest, fetchedAtMs: now() }
    if (type !== 'image/gif') return cache.keep(path, { ...about, contentType: type })
    const mp4 = cache.newPath()
    await takeConversionTurn(() => gifToMp4(path, mp4, converting).catch(refuseFrom(address)))
    return cache.keep(mp4, { ...about, contentType: 'video/mp4' })
  }

  /** Files, and only they, are refused for what they are; a host that is ill may be well again at once. */
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
