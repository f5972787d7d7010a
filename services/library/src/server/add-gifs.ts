import { KlaError } from '@kla/chassis'
import type { AddGifsRequest, AddGifsResponse } from '@kla/proto'
import { isCategory } from '../domain/category.js'
import { gifAddress } from '../domain/gif-address.js'
import type { GifStore } from '../store/gif-store.js'
import type { GifControl } from './gif-control.js'

const URLS_MAX = 500

/** `onAdded`: there is content to look at. */
export const addGifs = (control: GifControl, gifs: Pick<GifStore, 'addDrafts'>, onAdded: () => void) =>
  control('gifs.manage', async ({ urls, visible, tags }: AddGifsRequest, _call, audited): Promise<AddGifsResponse> => {
    if (urls.length > URLS_MAX || !tags.every(isCategory)) throw new KlaError('INVALID_FIELD')
    const addresses = new Set(urls.map((url) => gifAddress(url.trim())).filter((address) => address !== undefined))
    const categories = tags.length === 0 ? (['default'] as const) : [...new Set(tags)]
    const inserted = await gifs.addDrafts([...addresses], categories, visible, (ids) =>
      audited({ action: 'gifs.add', details: { ids, skipped: urls.length - ids.length, visible, tags: categories } }),
    )
    if (visible && inserted > 0) onAdded()
    return { inserted, skipped: urls.length - inserted }
  })
