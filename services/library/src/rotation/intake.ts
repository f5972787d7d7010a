import { KlaError, type Logger } from '@kla/chassis'
import type { Examine } from '../media/index.js'
import type { BlockedSet } from './blocked-set.js'
import type { DueExamination, ExaminationStore } from './examination-store.js'
import { nextExaminationMs } from './rules.js'

export interface IntakeDeps {
  readonly examinations: ExaminationStore
  readonly examine: Examine
  readonly blocked: Pick<BlockedSet, 'refresh'>
  readonly log: Logger
  readonly atOnce: number
}

// Longer than fetch, probe, conversion and watching together.
const LEASE_MS = 300_000

/** Examines drafts to go live, silent links, unknown blocked content. True if more is due. Never throws. */
export function createIntake({ examinations, examine, blocked, log, atOnce }: IntakeDeps): () => Promise<boolean> {
  const examineOne = async ({ id, gifUrl, ...gif }: DueExamination): Promise<void> => {
    try {
      const digest = await (gif.blocked ? examine.digest(gifUrl) : examine.whole(gifUrl))
      await examinations.found(id, digest)
      if (gif.blocked) await blocked.refresh()
    } catch (error) {
      const { code, reason, message } = KlaError.from(error)
      if (reason === 'MEDIA_BLOCKED' || reason === 'GIF_FLASHES') return
      if (code === 'internal') throw error
      log.info({ id, reason }, 'a GIF could not be examined')
      // Blocked content may return elsewhere: its digest matters.
      const isRefusal = code === 'failed_precondition' && !gif.blocked
      const againInMs = nextExaminationMs(gif.looks, isRefusal ? 'refusal' : 'silence')
      await examinations.notFound(id, code === 'failed_precondition' ? message : '', againInMs)
    }
  }

  return async () => {
    try {
      const due = await examinations.claim(atOnce, LEASE_MS)
      const results = await Promise.allSettled(due.map(examineOne))
      const failed = results.find((result) => result.status === 'rejected')
      if (failed) throw failed.reason
      return due.length === atOnce
    } catch (error) {
      log.warn({ err: error }, 'intake failed')
      return false
    }
  }
}
