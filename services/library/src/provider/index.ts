import { KlaError } from '@kla/chassis'
import type { ListProviderCategoryRequest, SearchProviderRequest, SearchProviderResponse } from '@kla/proto'
import type { Category } from '@kla/proto/web'
import type { GifControl } from '../shared/gif-control.js'
import { isCategory } from '../shared/rules.js'
import type { Found, SearchGifs } from './search.js'

const TEXT_MAX = 100

export const toProto = ({ gifs, brokenOffBy }: Found): SearchProviderResponse => ({
  gifs: [...gifs],
  brokenOffBy: brokenOffBy ?? '',
})

export const searchProvider = (control: GifControl, search: SearchGifs) =>
  control('gifs.manage', async (request: SearchProviderRequest): Promise<SearchProviderResponse> => {
    const text = request.text.trim()
    if (text === '' || text.length > TEXT_MAX) throw new KlaError('INVALID_FIELD')
    return toProto(await search(text))
  })

/** `texts`: what the provider is asked for in each category. */
export const listProviderCategory = (
  control: GifControl,
  search: SearchGifs,
  texts: Readonly<Record<Category, string>>,
) =>
  control('gifs.manage', async ({ category }: ListProviderCategoryRequest): Promise<SearchProviderResponse> => {
    if (!isCategory(category)) throw new KlaError('INVALID_FIELD')
    return toProto(await search(texts[category]))
  })
