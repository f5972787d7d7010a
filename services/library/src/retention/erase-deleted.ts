import type { Logger } from '@kla/chassis'
import type { DeletionStore } from '../store/deletion-store.js'

/** Few enough to be erased while nobody waits for a change of the rotation. */
const BATCH = 200

/** Erases all GIFs whose retention is over and that nobody holds. Any pod may, and several at once. */
export const createEraseDeleted =
  (deletions: Pick<DeletionStore, 'erase'>, retentionMs: number, log: Logger) => async (): Promise<void> => {
    let erased: number
    do {
      erased = await deletions.erase(retentionMs, BATCH)
      if (erased > 0) log.info({ erased }, 'deleted GIFs were erased')
    } while (erased === BATCH)
  }
