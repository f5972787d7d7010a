import type { SearchGifs } from '../gif-provider/recent-searches.js'
import type { CheckLinks } from '../link-health/check-links.js'
import type { Category } from '@kla/proto/web'
import type { GifStore } from '../store/gif-store.js'
import type { LinkStore } from '../store/link-store.js'
import { addGifs } from './add-gifs.js'
import { deleteGif } from './delete-gif.js'
import { findBrokenGifs } from './find-broken-gifs.js'
import { listGifs } from './list-gifs.js'
import { listProviderCategory } from './list-provider-category.js'
import { scanAndDeleteGifs } from './scan-and-delete-gifs.js'
import { searchProvider } from './search-provider.js'
import { setGifState, type SetGifStateParts } from './set-gif-state.js'

export interface GifControlParts extends SetGifStateParts {
  readonly gifs: GifStore
  readonly links: Pick<LinkStore, 'remove'>
  readonly checkLinks: CheckLinks
  readonly search: SearchGifs
  readonly categoryTexts: Readonly<Record<Category, string>>
  /** There is content to look at. */
  readonly onAdded: () => void
}

/** The RPCs that need the permission "gifs.manage". */
export const gifControlHandlers = (parts: GifControlParts) => ({
  listGifs: listGifs(parts.gifs),
  addGifs: addGifs(parts.gifs, parts.onAdded),
  setGifState: setGifState(parts),
  deleteGif: deleteGif(parts.gifs),
  findBrokenGifs: findBrokenGifs(parts.checkLinks),
  scanAndDeleteGifs: scanAndDeleteGifs(parts.checkLinks, parts.links),
  searchProvider: searchProvider(parts.search),
  listProviderCategory: listProviderCategory(parts.search, parts.categoryTexts),
})
