import { setTimeout as sleep } from 'node:timers/promises'
import { KlaError } from './errors.js'
import type { Health } from './health.js'
import type { Logger } from './logger.js'

const TRY_AGAIN_MS = 500

/**
 * Does what a start cannot go on without, until the store it needs is there. A process that ended for want of it would be
 * started again and again, with longer and longer pauses. Rejects with anything that time does not heal, and with the
 * last failure once the process is told to stop.
 */
export async function onceAvailable<T>(
  { health, log }: { readonly health: Pick<Health, 'stopped'>; readonly log: Logger },
  work: () => Promise<T>,
): Promise<T> {
  for (let first = true; ; first = false) {
    try {
      return await work()
    } catch (error) {
      if (KlaError.from(error).reason !== 'UNAVAILABLE' || health.stopped()) throw error
      if (first) log.warn({ err: error }, 'the start waits for what it needs')
      await sleep(TRY_AGAIN_MS)
    }
  }
}
