import { KlaError, type Logger } from '@kla/chassis'
import { nextLookMs } from '../domain/next-look.js'
import type { BlockedSet } from '../blocking/blocked-set.js'
import type { DueLook, LookStore } from '../store/look-store.js'
import type { Examine } from './examine.js'

export interface IntakeOptions {
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
