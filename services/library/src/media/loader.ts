import { readFile, rm } from 'node:fs/promises'
import { createConcurrencyLimiter, KlaError } from '@kla/chassis'
import type { MediaUse, Reason } from '@kla/proto/web'
import { createSingleFlight } from '../shared/concurrency.js'
import type { MediaCache } from './cache.js'
import { type Fetched, type FetchOptions, fetchToFile } from './fetch.js'
import type { ConversionLimits } from './ffmpeg.js'
import { type Format, formatOf, NoFile } from './formats.js'
import { isServedUnchanged, makeServed, type ServedFile } from './make.js'
import type { CachedMedia } from './notes.js'

interface MediaLoaderDeps {
  readonly cache: MediaCache
  readonly guard: ContentGuard
  readonly fetching: FetchOptions
  readonly converting: ConversionLimits
  readonly conversionsAtOnce: number
  readonly conversionsWaiting: number
  readonly now: () => number
}

/** Fetches, checks and converts files once. */
export interface MediaLoader {
  /**
   * Shares concurrent fetches. Throws MEDIA_NOT_ALLOWED, MEDIA_NOT_FOUND, MEDIA_TOO_LARGE, MEDIA_FORMAT,
   * MEDIA_UNAVAILABLE or MEDIA_BLOCKED.
   */
  load(address: string, use: MediaUse): Promise<CachedMedia>
  /** Hashes without keeping, even if blocked. */
  digestOf(address: string): Promise<string>
}

// Each takes a connection and temporary file.
const FETCHES = { running: 16, waiting: 512, refusal: 'MEDIA_UNAVAILABLE' } as const
const REMEMBERED: ReadonlySet<Reason> = new Set(['MEDIA_TOO_LARGE', 'MEDIA_NOT_ALLOWED', 'MEDIA_FORMAT'])
const UNPLAYABLE: ReadonlySet<Reason> = new Set(['MEDIA_TOO_LARGE', 'MEDIA_FORMAT'])
// A forbidden redirect, too, may be passing.
const GONE: ReadonlySet<Reason> = new Set(['MEDIA_NOT_FOUND', 'MEDIA_NOT_ALLOWED'])
const isVideo = (format: Format): boolean => format === 'mp4' || format === 'webm'
const limitNothing = <T>(run: () => Promise<T>): Promise<T> => run()
const REFUSED_FOR_MS = 60_000

export function createMediaLoader(options: MediaLoaderDeps): MediaLoader {
  const { cache, guard, fetching, converting, now } = options
  const limitFetches = createConcurrencyLimiter(FETCHES)
  const limitConversions = createConcurrencyLimiter({
    running: options.conversionsAtOnce,
    waiting: options.conversionsWaiting,
    refusal: 'MEDIA_UNAVAILABLE',
  })
  // Others wait longer: they are many, and unconverted.
  const limitWatching = createConcurrencyLimiter({ ...FETCHES, running: options.conversionsAtOnce })
  const refusals = createRememberedRefusals(REFUSED_FOR_MS, now)
  const byAddress = createSingleFlight<CachedMedia>()
  const byContent = createSingleFlight<CachedMedia>()

  const fetch = (address: string, path: string): Promise<Fetched> =>
    limitFetches(() => fetchToFile(address, path, fetching))

  const keep = async (use: MediaUse, address: string, path: string, { digest }: Fetched): Promise<CachedMedia> => {
    const bytes = await readFile(path)
    const format = formatOf(bytes)
    const work: string[] = []
    const newPath = (): string => {
      const made = cache.newPath()
      work.push(made)
      return made
    }
    const make = (): Promise<ServedFile> =>
      makeServed(path, format, use, { converting, newPath }).catch(refuseFrom(address))
    const isQuick = use === 'picture' || isVideo(format)
    const limit = isServedUnchanged(bytes, format, use) ? limitNothing : isQuick ? limitWatching : limitConversions
    try {
      const { path: served, contentType, flashes } = await limit(make)
      return await cache.keep(served, { use, contentType, flashes, sourceDigest: digest, fetchedAtMs: now() })
    } finally {
      for (const each of work) await rm(each, { force: true })
    }
  }

  /** Remembers files only: hosts may recover soon. */
  const refuseFrom =
    (address: string) =>
    (error: unknown): never => {
      throw refusals.remember(address, error)
    }

  /** Takes a clip out of rotation that no one can see. While a copy can be shown, its host may send pages. */
  const report = async (address: string, refusal: KlaError): Promise<void> => {
    if (UNPLAYABLE.has(refusal.reason)) await guard.foundUnplayable(address, refusal.message)
    const isGone = GONE.has(refusal.reason) || (refusal instanceof NoFile && !(await cache.find(address, 'clip')))
    if (isGone) await guard.foundSilent(address)
  }

  const load = async (address: string, use: MediaUse): Promise<CachedMedia> => {
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
      const made = await byContent(`${use} ${digest}`, async () => {
        return (await cache.findSource(digest, use)) ?? keep(use, address, path, fetched)
      })
      const media = { ...made, fetchedAtMs: now() }
      await cache.note(address, media)
      if (media.flashes) await guard.foundFlashing(address, digest)
      return media
    } catch (error) {
      const refusal = KlaError.from(error)
      if (REMEMBERED.has(refusal.reason)) refusals.remember(address, error)
      if (use === 'clip') await report(address, refusal)
      throw error
    } finally {
      await rm(path, { force: true })
    }
  }

  return {
    load: (address, use) => byAddress(`${use} ${address}`, () => load(address, use)),
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

/** Knows from memory what must not be shown: every request asks. */
export interface ContentGuard {
  addressBlocked(address: string): boolean
  /** Takes the SHA-256 of the fetched bytes. */
  contentBlocked(sourceDigest: string): boolean
  /** Blocks the address too if in rotation or saved. */
  foundBlocked(address: string, sourceDigest: string): Promise<void>
  fetched(address: string, sourceDigest: string): void
  /** Takes the address's GIFs out of rotation. Never rejects. */
  foundFlashing(address: string, sourceDigest: string): Promise<void>
  /** Stops dealing the GIF until a later look finds a file that can be shown; administrators see `refusal`. Never rejects. */
  foundUnplayable(address: string, refusal: string): Promise<void>
  /** Stops dealing the GIF until its host gives a file again. Never rejects. */
  foundSilent(address: string): Promise<void>
}

interface RememberedRefusals {
  check(address: string): void
  remember(address: string, error: unknown): KlaError
}

const ADDRESSES_MAX = 2_000

/** Prevents converting a GIF bomb repeatedly. */
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
