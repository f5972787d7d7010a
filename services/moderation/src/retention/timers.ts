import { newId, type Logger } from '@kla/chassis'
import { GRAVE_CATEGORIES } from '@kla/proto/web'
import { SYSTEM } from '../audit/index.js'
import { hiddenUntil, type Erasable, type Retention } from './rules.js'
import type { Batch, ErasingStore } from './store.js'

/** One transaction stays short, whatever an outage has left. */
const AT_ONCE = 100

interface Erased {
  readonly batch: Batch
  readonly erasable: Erasable
  readonly action: 'reports.erase' | 'bans.erase'
  readonly restricted: boolean
}

// All categories of a batch are kept equally long.
const BATCHES: readonly Erased[] = [
  { batch: 'reports', erasable: ['report', 'other'], action: 'reports.erase', restricted: false },
  { batch: 'grave reports', erasable: ['report', GRAVE_CATEGORIES[0]], action: 'reports.erase', restricted: true },
  { batch: 'bans', erasable: ['ban', null], action: 'bans.erase', restricted: false },
]

export interface EraseHiddenOptions {
  readonly erasing: ErasingStore
  readonly retention: Retention
  readonly log: Logger
  /** Unix milliseconds. */
  readonly now: () => number
  readonly atOnce?: number
}

/** Erases what was deleted and has been kept as long as it must, unless it is held. */
export const createEraseHidden =
  ({ erasing, retention, log, now, atOnce = AT_ONCE }: EraseHiddenOptions) =>
  async (): Promise<void> => {
    const requestId = newId()
    for (const { batch, erasable, action, restricted } of BATCHES) {
      const [subjectKind] = erasable
      const atMs = now()
      const entryOf = (id: number) => ({
        ...SYSTEM,
        atMs,
        action,
        subjectKind,
        subjectId: String(id),
        details: '{}',
        requestId,
        restricted,
        factId: '',
      })
      let erased: number
      do {
        erased = await erasing.erase(batch, hiddenUntil(erasable, atMs, retention), { atMost: atOnce, entryOf })
        if (erased > 0) log.info({ kind: subjectKind, erased }, 'what was deleted long ago is erased')
      } while (erased === atOnce)
    }
  }
