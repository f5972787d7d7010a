import { KlaError, type Logger } from '@kla/chassis'
import type { MediaLoader } from '../media/loader.js'
import { type AddressRules, mediaAddress } from '../shared/rules.js'
import type { BlockedSet } from './blocked-set.js'
import type { DueLook, LookStore } from './look-store.js'
import { nextLookMs } from './rules.js'

interface IntakeOptions {
  readonly looks: LookStore
  readonly examine: Examine
  readonly blocked: Pick<BlockedSet, 'refresh'>
  readonly log: Logger
  /** GIFs looked at together; players' own requests want the same fetches and conversions. */
  readonly atOnce: number
}

// Longer than a fetch and a conversion may take together.
const LEASE_MS = 120_000

/**
 * Looks at the content of a few GIFs that wait for it: drafts that are to go live, links that did not answer, blocked
 * GIFs whose content is not known yet. Any pod takes what is due. Answers whether more may be due; never throws.
 */
export const createIntake = ({ looks, examine, blocked, log, atOnce }: IntakeOptions) => {
  const look = async ({ id, gifUrl, ...gif }: DueLook): Promise<void> => {
    try {
      const digest = await (gif.blocked ? examine.digest(gifUrl) : examine.whole(gifUrl))
      await looks.found(id, digest)
      if (gif.blocked) await blocked.refresh()
    } catch (error) {
      const { code, reason } = KlaError.from(error)
      // Whoever found the blocked content has blocked the GIF.
      if (reason === 'MEDIA_BLOCKED') return
      if (code === 'internal') throw error
      log.info({ id, reason }, 'a GIF could not be looked at')
      // What is blocked and gone for now may come back elsewhere, so its content is still worth knowing.
      await looks.notFound(id, code === 'unavailable' || gif.blocked ? nextLookMs(gif.looks) : undefined)
    }
  }

  return async function intake(): Promise<boolean> {
    try {
      const due = await looks.claim(atOnce, LEASE_MS)
      const results = await Promise.allSettled(due.map(look))
      const failed = results.find((result) => result.status === 'rejected')
      if (failed) throw failed.reason
      return due.length === atOnce
    } catch (error) {
      log.warn({ err: error }, 'GIFs cannot be looked at right now')
      return false
    }
  }
}

/** Looks at what an address holds. */
export interface Examine {
  /** Fetches it as players would get it, and answers the SHA-256 of its content. Throws what GetMedia throws. */
  whole(gifUrl: string): Promise<string>
  /** Only the SHA-256, of what is blocked as well. */
  digest(gifUrl: string): Promise<string>
}

export function createExamine(loader: MediaLoader, rules: AddressRules): Examine {
  const allowed = (gifUrl: string): string => {
    const address = mediaAddress(gifUrl, rules)
    if (!address) throw new KlaError('MEDIA_NOT_ALLOWED')
    return address.url.href
  }
  return {
    whole: async (gifUrl) => (await loader.load(allowed(gifUrl))).sourceDigest,
    digest: async (gifUrl) => loader.digestOf(allowed(gifUrl)),
  }
}
