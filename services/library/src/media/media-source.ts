import { KlaError } from '@kla/chassis'
import { rm, stat } from 'node:fs/promises'
import { mediaAddress } from '../domain/media-address.js'
import { gifSize, mediaTypeOf, type MediaType } from '../domain/media-type.js'
import { fetchToFile, type FetchOptions } from './fetch-to-file.js'
import { gifToMp4, type ConversionLimits } from './gif-to-mp4.js'
import type { CachedMedia, MediaCache } from './media-cache.js'
import { createTurns } from './turns.js'

/** A file to be read from, whatever happens to the cache meanwhile. */
export interface MediaFile {
  readonly digest: string
  readonly contentType: string
  readonly size: number
  read(position: number, length: number): Promise<Buffer>
  close(): Promise<void>
}

export interface MediaSource {
  /** Throws MEDIA_NOT_ALLOWED, MEDIA_NOT_FOUND, MEDIA_TOO_LARGE or MEDIA_UNAVAILABLE. */
  open(address: string): Promise<MediaFile>
}

export type FetchOutcome = 'cached' | 'fetched' | 'stale' | 'refused' | 'failed'

export interface MediaSourceOptions {
  readonly cache: MediaCache
  readonly fetching: FetchOptions
  readonly converting: ConversionLimits
  readonly conversionsAtOnce: number
  readonly freshMs: number
  readonly count: (outcome: FetchOutcome) => void
  readonly now?: () => number
}

// Each holds a connection and a temporary file of up to the size limit.
const FETCHES_AT_ONCE = 16
// A picture this large takes ffmpeg about 100 MB for a frame or two.
const GIF_PIXELS_MAX = 4_096 * 2_304

/** Media by its address: from the cache, or fetched, checked, converted and kept, once for all who ask meanwhile. */
export function createMediaSource(options: MediaSourceOptions): MediaSource {
  const { cache, fetching, converting, freshMs, count, now = Date.now } = options
  const takeFetchTurn = createTurns(FETCHES_AT_ONCE)
  const takeConversionTurn = createTurns(options.conversionsAtOnce)
  const underWay = new Map<string, Promise<CachedMedia>>()

  const convert = async (gif: string): Promise<string> => {
    const mp4 = cache.newPath()
    try {
      await takeConversionTurn(() => gifToMp4(gif, mp4, converting))
      // ffmpeg stops at the limit and leaves a file that ends in the middle.
      if ((await stat(mp4)).size >= converting.maxBytes) throw new KlaError('MEDIA_TOO_LARGE')
      return mp4
    } catch (error) {
      await rm(mp4, { force: true })
      throw error
    }
  }

  const load = async (address: string): Promise<CachedMedia> => {
    const path = cache.newPath()
    try {
      const start = await fetchToFile(address, path, fetching)
      const type = checkedType(start)
      if (type !== 'image/gif') return await cache.keep(address, path, type, now())
      return await cache.keep(address, await convert(path), 'video/mp4', now())
    } finally {
      await rm(path, { force: true })
    }
  }

  const loadOnce = (address: string): Promise<CachedMedia> => {
    const running = underWay.get(address)
    if (running) return running
    const started = takeFetchTurn(() => load(address)).finally(() => underWay.delete(address))
    underWay.set(address, started)
    return started
  }

  const refresh = async (address: string, known: CachedMedia | undefined): Promise<CachedMedia> => {
    try {
      const media = await loadOnce(address)
      count('fetched')
      return media
    } catch (error) {
      const { code } = KlaError.from(error)
      if (known && code === 'unavailable') {
        count('stale')
        return known
      }
      count(code === 'permission_denied' ? 'refused' : 'failed')
      throw error
    }
  }

  const openContent = async (media: CachedMedia): Promise<MediaFile | undefined> => {
    const file = await cache.open(media.digest)
    if (!file) return undefined
    return {
      ...media,
      async read(position, length) {
        const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position)
        return buffer.subarray(0, bytesRead)
      },
      close: () => file.close(),
    }
  }

  return {
    async open(text) {
      const allowed = mediaAddress(text, fetching.rules)
      if (!allowed) {
        count('refused')
        throw new KlaError('MEDIA_NOT_ALLOWED')
      }
      const address = allowed.url.href
      const known = await cache.find(address)
      if (known && now() - known.fetchedAtMs < freshMs) {
        const file = await openContent(known)
        if (file) {
          count('cached')
          return file
        }
      }
      const file = await openContent(await refresh(address, known))
      if (!file) throw new KlaError('MEDIA_UNAVAILABLE')
      return file
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
