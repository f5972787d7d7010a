import type { Database, Handlers, Logger } from '@kla/chassis'
import type { LibraryServiceService } from '@kla/proto'
import type { Examine } from '../media/index.js'
import { createBlockStore } from './block-store.js'
import { type BlockedSet, createBlockedSet } from './blocked-set.js'
import { createBulkStore } from './bulk-store.js'
import { createExaminationStore, createLinkStore } from './examination-store.js'
import { createGifStore } from './gif-store.js'
import { createIntake } from './intake.js'
import { type LinkCheckOptions, linkHandlers } from './links.js'
import { rotationHandlers } from './rpc.js'
import { createDeletionStore, createRotationStore, type DeletionStore } from './store.js'

export type { BlockedSet } from './blocked-set.js'
export { fetchManifest, readManifest } from './manifest.js'
export { createRotationStore } from './store.js'

export interface RotationDeps {
  readonly database: Database
  readonly blocked: BlockedSet
  readonly examine: Examine
  readonly links: LinkCheckOptions
  readonly intakeAtOnce: number
  readonly retentionMs: number
  readonly onAdded: () => void
  readonly log: Logger
  readonly now: () => number
}

/** RPC handlers of the rotation, and its background work. */
export interface Rotation {
  readonly handlers: Pick<
    Handlers<typeof LibraryServiceService>,
    keyof (ReturnType<typeof rotationHandlers> & ReturnType<typeof linkHandlers>)
  >
  /** True if more may be due. */
  intake(): Promise<boolean>
  eraseDeleted(): Promise<void>
}

export function createRotation(deps: RotationDeps): Rotation {
  const { database, blocked, examine, retentionMs, log } = deps
  const deletions = createDeletionStore(database)
  const bulk = createBulkStore(database)
  const examinations = createExaminationStore(database)
  return {
    handlers: {
      ...rotationHandlers({
        ...deps,
        rotation: createRotationStore(database),
        gifs: createGifStore(database),
        bulk,
        blocks: createBlockStore(database),
        deletions,
        examinations,
      }),
      ...linkHandlers({ ...deps, store: createLinkStore(database), deletions }),
    },
    intake: createIntake({ examinations, examine, blocked, log, atOnce: deps.intakeAtOnce }),
    async eraseDeleted() {
      await eraseDeleted(deletions, retentionMs, log)
      await bulk.prune(deps.now() - BATCHES_MS, ERASE_BATCH)
    },
  }
}

export const openBlockedSet = (database: Database, log: Logger): BlockedSet =>
  createBlockedSet(createBlockStore(database), log)

/** Changes of many GIFs can be undone for a minute; who asks a little later learns that it is too late. */
const BATCHES_MS = 3_600_000

/** Small, because it holds the rotation's lock. */
const ERASE_BATCH = 200

async function eraseDeleted(deletions: Pick<DeletionStore, 'erase'>, retentionMs: number, log: Logger): Promise<void> {
  let erased: number
  do {
    erased = await deletions.erase(retentionMs, ERASE_BATCH)
    if (erased > 0) log.info({ erased }, 'deleted GIFs were erased')
  } while (erased === ERASE_BATCH)
}
