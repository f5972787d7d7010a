import { KlaError } from '@kla/chassis'
import { GifState, type ListGifsRequest, type ListGifsResponse } from '@kla/proto'
import { isCategory } from '../domain/category.js'
import type { GifStore } from '../store/gif-store.js'
import type { GifControl } from './gif-control.js'
import { gifStateOf, rotationEntry } from './rotation-entry.js'

const PAGE_SIZE_MAX = 200

export const listGifs = (control: GifControl, gifs: Pick<GifStore, 'list'>) =>
  control('gifs.read', async ({ page, pageSize, category, state }: ListGifsRequest): Promise<ListGifsResponse> => {
    if (page < 1 || pageSize < 1 || pageSize > PAGE_SIZE_MAX) throw new KlaError('INVALID_FIELD')
    const found = await gifs.list(
      { category: categoryOf(category), state: stateOf(state) },
      { limit: pageSize, offset: (page - 1) * pageSize },
    )
    return { gifs: found.gifs.map(rotationEntry), total: found.total }
  })

function categoryOf(category: string) {
  if (category === '') return undefined
  if (!isCategory(category)) throw new KlaError('INVALID_FIELD')
  return category
}

function stateOf(state: GifState) {
  if (state === GifState.UNSPECIFIED) return undefined
  const known = gifStateOf(state)
  if (!known) throw new KlaError('INVALID_FIELD')
  return known
}
