import { KlaError } from '@kla/chassis'
import { mediaAddress, type AddressRules } from '../domain/media-address.js'
import type { ContentGuard } from './content-guard.js'
import type { CachedMedia, MediaCache } from './media-cache.js'
import type { MediaLoader } from './media-loader.js'

/** A file to be read from, whatever happens to the cache meanwhile. */
export interface MediaFile {
  readonly digest: string
  readonly contentType: string
  readonly size: number
  read(position: number, length: number): Promise<Buffer>
  close(): Promise<void>
}

export interface MediaSource {
  /** Throws MEDIA_NOT_ALLOWED, MEDIA_NOT_FOUND, MEDIA_TOO_LARGE, MEDIA_UNAVAILABLE or MEDIA_BLOCKED. */
  open(address: string): Promise<MediaFile>
}

export type FetchOutcome = 'cached' | 'fetched' | 'stale' | 'refused' | 'failed' | 'blocked'

export interface MediaSourceOptions {
  readonly cache: MediaCache
  readonly loader: Pick<MediaLoader, 'load'>
  readonly guard: ContentGuard
  readonly rules: AddressRules
  readonly freshMs: number
  readonly count: (outcome: FetchOutcome) => void
  readonly now: () => number
}

/** Media by its address: what is kept and still fresh, or what the address holds now. */
export function createMediaSource(options: MediaSourceOptions): MediaSource {
  const { cache, loader, guard, rules, freshMs, count, now } = options

  const refresh = async (address: string, known: CachedMedia | undefined): Promise<CachedMedia> => {
    try {
      const media = await loader.load(address)
      count('fetched')
      return media
    } catch (error) {
      const { code, reason } = KlaError.from(error)
      if (known && code === 'unavailable') {
        count('stale')
        return known
      }
      count(reason === 'MEDIA_BLOCKED' ? 'blocked' : code === 'permission_denied' ? 'refused' : 'failed')
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

  const refuseBlocked = async (address: string, media: CachedMedia | undefined): Promise<void> => {
    const holdsBlocked = media !== undefined && guard.contentBlocked(media.sourceDigest)
    if (!holdsBlocked && !guard.addressBlocked(address)) return
    count('blocked')
    if (holdsBlocked) await guard.foundBlocked(address, media.sourceDigest)
    throw new KlaError('MEDIA_BLOCKED')
  }

  return {
    async open(text) {
      const allowed = mediaAddress(text, rules)
      if (!allowed) {
        count('refused')
        throw new KlaError('MEDIA_NOT_ALLOWED')
      }
      const address = allowed.url.href
      const known = await cache.find(address)
      await refuseBlocked(address, known)
      if (known && now() - known.fetchedAtMs < freshMs) {
        const file = await openContent(known)
        if (file) {
          count('cached')
          return file
        }
      }
      const media = await refresh(address, known)
      // Fetching took a while, in which it may have been blocked.
      await refuseBlocked(address, media)
      const file = await openContent(media)
      if (!file) throw new KlaError('MEDIA_UNAVAILABLE')
      return file
    },
  }
}
