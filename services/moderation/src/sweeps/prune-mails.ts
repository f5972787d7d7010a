import type { Logger } from '@kla/chassis'
import type { MailQueue } from '../store/mail-queue.js'

/** One statement stays short, whatever has piled up. */
const AT_ONCE = 1_000

export interface PruneMailsDeps {
  readonly queue: Pick<MailQueue, 'prune'>
  /** How long it is kept that a letter was sent or given up, milliseconds. */
  readonly keptMs: number
  readonly log: Logger
  /** Unix milliseconds. */
  readonly now: () => number
  readonly atOnce?: number
}

/** Erases what is known of letters that were sent or given up long ago. Runs where no mail is sent as well. */
export const createPruneMails =
  ({ queue, keptMs, log, now, atOnce = AT_ONCE }: PruneMailsDeps) =>
  async (): Promise<void> => {
    let erased: number
    do {
      erased = await queue.prune(now() - keptMs, atOnce)
      if (erased > 0) log.info({ erased }, 'what is known of old letters is erased')
    } while (erased === atOnce)
  }
