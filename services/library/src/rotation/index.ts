import type { Logger } from '@kla/chassis'
import type { Category } from '@kla/proto/web'
import type { KnownAddresses } from '../media/known-addresses.js'
import { listProviderCategory, searchProvider } from '../provider/index.js'
import type { SearchGifs } from '../provider/search.js'
import { createGifControl } from '../shared/gif-control.js'
import type { GifStore } from './gif-store.js'
import { type CheckLinks, findBrokenGifs, scanAndDeleteGifs } from './links.js'
import { addGifs, deleteGif, listGifs, setGifHold, type SetGifStateParts, setGifState } from './rpc.js'
import type { DeletionStore } from './store.js'

interface GifControlParts extends SetGifStateParts {
  readonly gifs: GifStore
  readonly deletions: DeletionStore
  /** How long a deleted GIF is kept, milliseconds. */
  readonly retentionMs: number
  readonly checkLinks: CheckLinks
  readonly search: SearchGifs
  /** Lets administrators look at what was found. */
  readonly offer: KnownAddresses['offer']
  readonly categoryTexts: Readonly<Record<Category, string>>
  /** There is content to look at. */
  readonly onAdded: () => void
  /** Unix milliseconds. */
  readonly now: () => number
}

/** The RPCs of administrators; each names the permission it needs. */
export function gifControlHandlers({ gifs, deletions, checkLinks, search: find, offer, ...parts }: GifControlParts) {
  const control = createGifControl(parts.now)
  const search: SearchGifs = async (text) => {
    const found = await find(text)
    await offer(found.gifs)
    return found
  }
  return {
    listGifs: listGifs(control, gifs),
    addGifs: addGifs(control, gifs, parts.onAdded),
    setGifState: setGifState(control, { gifs, ...parts }),
    deleteGif: deleteGif(control, deletions, parts.retentionMs),
    setGifHold: setGifHold(control, deletions),
    findBrokenGifs: findBrokenGifs(control, checkLinks),
    scanAndDeleteGifs: scanAndDeleteGifs(control, checkLinks, deletions),
    searchProvider: searchProvider(control, search),
    listProviderCategory: listProviderCategory(control, search, parts.categoryTexts),
  }
}

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
