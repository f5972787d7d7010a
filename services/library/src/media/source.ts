import { KlaError } from '@kla/chassis'
import type { MediaUse } from '@kla/proto/web'
import { type AddressRules, mediaAddress } from '../shared/rules.js'
import type { MediaCache } from './cache.js'
import { type ContentGuard, createRememberedRefusals, type MediaLoader } from './loader.js'
import type { CachedMedia } from './notes.js'

/** Open file, readable even if evicted. */
export interface MediaFile {
  readonly digest: string
  readonly contentType: string
  readonly size: number
  read(position: number, length: number): Promise<Buffer>
  close(): Promise<void>
}

type UseOf = (address: string) => Promise<MediaUse | undefined>

/** Serves media from the cache or its host. */
export interface MediaSource {
  /** `useOf`: undefined hides the address. Throws like MediaLoader.load. */
  open(address: string, useOf: UseOf): Promise<MediaFile>
}

export const FETCH_OUTCOMES = ['cached', 'fetched', 'stale', 'refused', 'failed', 'blocked'] as const
/** Answer to a request, as a metric's label. */
export type FetchOutcome = (typeof FETCH_OUTCOMES)[number]

export interface MediaSourceDeps {
  readonly cache: MediaCache
  readonly loader: Pick<MediaLoader, 'load'>
  readonly guard: ContentGuard
  readonly rules: AddressRules
  readonly freshMs: number
  readonly count: (outcome: FetchOutcome) => void
  readonly now: () => number
}

const BLOCKED_FOR_MS = 60_000

export function createMediaSource(options: MediaSourceDeps): MediaSource {
  const { cache, loader, guard, rules, freshMs, count, now } = options
  const refusals = createRememberedRefusals(BLOCKED_FOR_MS, now)

  const refuse = (address: string): KlaError => {
    count('blocked')
    return refusals.remember(address, new KlaError('MEDIA_BLOCKED'))
  }

  const refuseKnown = (address: string): void => {
    try {
      refusals.check(address)
      if (guard.addressBlocked(address)) throw new KlaError('MEDIA_BLOCKED')
    } catch (error) {
      count('blocked')
      throw error
    }
  }

  const refresh = async (address: string, use: MediaUse, known: CachedMedia | undefined): Promise<CachedMedia> => {
    try {
      const media = await loader.load(address, use)
      count('fetched')
      return media
    } catch (error) {
      const { code, reason } = KlaError.from(error)
      if (known && code === 'unavailable') {
        count('stale')
        return known
      }
      if (reason === 'MEDIA_BLOCKED') throw refuse(address)
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

  const refuseBlocked = async (address: string, { sourceDigest }: CachedMedia): Promise<void> => {
    refuseKnown(address)
    if (!guard.contentBlocked(sourceDigest)) return
    await guard.foundBlocked(address, sourceDigest)
    throw refuse(address)
  }

  const useFor = async (address: string, useOf: UseOf): Promise<MediaUse> => {
    const use = await useOf(address)
    if (use) return use
    count('refused')
    throw new KlaError('MEDIA_NOT_ALLOWED')
  }

  return {
    async open(text, useOf) {
      const allowed = mediaAddress(text, rules)
      if (!allowed) {
        count('refused')
        throw new KlaError('MEDIA_NOT_ALLOWED')
      }
      const address = allowed.url.href
      refuseKnown(address)
      const use = await useFor(address, useOf)
      const known = await cache.find(address, use)
      if (known) await refuseBlocked(address, known)
      if (known && now() - known.fetchedAtMs < freshMs) {
        const file = await openContent(known)
        if (file) {
          count('cached')
          return file
        }
      }
      const media = await refresh(address, use, known)
      // May have been blocked during the fetch.
      await refuseBlocked(address, media)
      const file = await openContent(media)
      if (!file) throw new KlaError('MEDIA_UNAVAILABLE')
      return file
    },
  }
}
