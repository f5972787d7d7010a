import type { SearchGifs } from '../gif-provider/recent-searches.js'
import type { KnownAddresses } from '../admission/known-addresses.js'
import type { CheckLinks } from '../link-health/check-links.js'
import type { Category } from '@kla/proto/web'
import type { DeletionStore } from '../store/deletion-store.js'
import type { GifStore } from '../store/gif-store.js'
import { addGifs } from './add-gifs.js'
import { deleteGif } from './delete-gif.js'
import { findBrokenGifs } from './find-broken-gifs.js'
import { createGifControl } from './gif-control.js'
import { listGifs } from './list-gifs.js'
import { listProviderCategory } from './list-provider-category.js'
import { scanAndDeleteGifs } from './scan-and-delete-gifs.js'
import { searchProvider } from './search-provider.js'
import { setGifHold } from './set-gif-hold.js'
import { setGifState, type SetGifStateParts } from './set-gif-state.js'

export interface GifControlParts extends SetGifStateParts {
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
