import { type ApprovalNotices, type Database, type Logger, newId } from '@kla/chassis'
import { GRAVE_CATEGORIES } from '@kla/proto/web'
import { SYSTEM } from '../audit/index.js'
import type { StateRelay } from '../stills/index.js'
import { createDeskErasingStore, type DeskErasingStore } from './desk-store.js'
import { holdHandlers } from './rpc.js'
import { DESK_BATCHES, type Erasable, hiddenUntil, overUntil, type Retention } from './rules.js'
import { type Batch, createErasingStore, createHoldStore, type ErasingStore } from './store.js'

export { eraseAfter, type Retention } from './rules.js'

interface RetentionDeps {
  readonly database: Database
  readonly retention: Retention
  readonly states: Pick<StateRelay, 'publish'>
  readonly approvalNotices: Pick<ApprovalNotices, 'changed'>
  readonly log: Logger
  readonly now: () => number
}

/** Holds, and the sweep that erases what is over. */
export function createRetention({ database, retention, states, approvalNotices, log, now }: RetentionDeps) {
  const eraseHidden = createEraseHidden({ erasing: createErasingStore(database), retention, log, now })
  const eraseDesk = createEraseDesk({ erasing: createDeskErasingStore(database), retention, log, now })
  return {
    handlers: holdHandlers({ holds: createHoldStore(database), states, approvalNotices, now }),
    async erase(): Promise<void> {
      await eraseHidden()
      // After the decisions, which keep their jobs.
      await eraseDesk()
    },
  }
}

const AT_ONCE = 100

interface Erased {
  readonly batch: Batch
  readonly erasable: Erasable
  readonly subjectKind: 'report' | 'ban' | 'decision'
  readonly action: 'reports.erase' | 'bans.erase' | 'decisions.erase'
  readonly restricted: boolean
}

const REPORTS = { subjectKind: 'report', action: 'reports.erase' } as const
const DECISIONS = { subjectKind: 'decision', action: 'decisions.erase' } as const
const BAN: Erasable = ['ban', null]
const BATCHES: readonly Erased[] = [
  { batch: 'reports', erasable: ['report', 'other'], ...REPORTS, restricted: false },
  { batch: 'grave reports', erasable: ['report', GRAVE_CATEGORIES[0]], ...REPORTS, restricted: true },
  { batch: 'bans', erasable: BAN, subjectKind: 'ban', action: 'bans.erase', restricted: false },
  // Decisions last as long as bans, from the end of their appeals.
  { batch: 'decisions', erasable: BAN, ...DECISIONS, restricted: false },
  { batch: 'grave decisions', erasable: BAN, ...DECISIONS, restricted: true },
]

interface EraseDeps<Store> {
  readonly erasing: Store
  readonly retention: Retention
  readonly log: Logger
  readonly now: () => number
  readonly atOnce?: number
}

export const createEraseHidden =
  ({ erasing, retention, log, now, atOnce = AT_ONCE }: EraseDeps<ErasingStore>) =>
  async (): Promise<void> => {
    const requestId = newId()
    for (const { batch, erasable, subjectKind, action, restricted } of BATCHES) {
      const atMs = now()
      const entryOf = (id: number | string) => ({
        ...SYSTEM,
        atMs,
        action,
        subjectKind,
        subjectId: String(id),
        details: '{}',
        requestId,
        restricted,
        eventId: '',
      })
      let erased: number
      do {
        erased = await erasing.erase(batch, hiddenUntil(erasable, atMs, retention), { limit: atOnce, atMs, entryOf })
        if (erased > 0) log.info({ kind: subjectKind, erased }, 'deleted rows erased')
      } while (erased === atOnce)
    }
  }

/** Erases closed jobs, ended duties, batches of reports, and notes for the next shift and about accounts. */
export const createEraseDesk =
  ({ erasing, retention, log, now, atOnce = AT_ONCE }: EraseDeps<DeskErasingStore>) =>
  async (): Promise<void> => {
    const requestId = newId()
    for (const batch of DESK_BATCHES) {
      const atMs = now()
      const entryOf = (accountId: number) => ({
        ...SYSTEM,
        atMs,
        action: 'people.erase-notes',
        subjectKind: 'account',
        subjectId: String(accountId),
        details: '{}',
        requestId,
        restricted: false,
        eventId: '',
      })
      let erased: number
      do {
        erased = await erasing.erase(batch, overUntil(batch, atMs, retention), { limit: atOnce, entryOf })
        if (erased > 0) log.info({ kind: batch, erased }, 'rows of the desk erased')
      } while (erased === atOnce)
    }
  }
