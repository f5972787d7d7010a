import type { Database, Handlers, Logger } from '@kla/chassis'
import type { LibraryServiceService } from '@kla/proto'
import type { Examine } from '../media/index.js'
import { createBlockStore } from './block-store.js'
import { createBlockedSet, type BlockedSet } from './blocked-set.js'
import { createGifStore } from './gif-store.js'
import { createIntake } from './intake.js'
import { linkHandlers, type LinkCheckOptions } from './links.js'
import { createLinkStore, createLookStore } from './look-store.js'
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
  /** GIFs examined together. */
  readonly intakeAtOnce: number
  /** How long a deleted GIF is kept, milliseconds. */
  readonly retentionMs: number
  /** There is content to examine. */
  readonly onAdded: () => void
  readonly log: Logger
  /** Unix milliseconds. */
  readonly now: () => number
}

export interface Rotation {
  readonly handlers: Pick<
    Handlers<typeof LibraryServiceService>,
    keyof (ReturnType<typeof rotationHandlers> & ReturnType<typeof linkHandlers>)
  >
  /** Examines a few GIFs that wait for it; returns whether more may be due. */
  intake(): Promise<boolean>
  eraseDeleted(): Promise<void>
}

/** The GIFs in rotation: what games draw from, and how administrators control it. */
export function createRotation(deps: RotationDeps): Rotation {
  const { database, blocked, examine, retentionMs, log } = deps
  const deletions = createDeletionStore(database)
  const looks = createLookStore(database)
  return {
    handlers: {
      ...rotationHandlers({
        ...deps,
        rotation: createRotationStore(database),
        gifs: createGifStore(database),
        blocks: createBlockStore(database),
        deletions,
        looks,
      }),
      ...linkHandlers({ ...deps, store: createLinkStore(database), deletions }),
    },
    intake: createIntake({ looks, examine, blocked, log, atOnce: deps.intakeAtOnce }),
    eraseDeleted: () => eraseDeleted(deletions, retentionMs, log),
  }
}

/** The blocked content, which the media module must know before anything is served. */
export const openBlockedSet = (database: Database, log: Logger): BlockedSet => createBlockedSet(createBlockStore(database), log)

/** A small batch, as it holds the rotation's lock. */
const ERASE_BATCH = 200

/** Erases all GIFs whose retention is over and that are not held. Any pod may, and several at once. */
async function eraseDeleted(deletions: Pick<DeletionStore, 'erase'>, retentionMs: number, log: Logger): Promise<void> {
  let erased: number
  do {
    erased = await deletions.erase(retentionMs, ERASE_BATCH)
    if (erased > 0) log.info({ erased }, 'deleted GIFs were erased')
  } while (erased === ERASE_BATCH)
}
