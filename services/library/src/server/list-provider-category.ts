import { KlaError } from '@kla/chassis'
import type { ListProviderCategoryRequest, SearchProviderResponse } from '@kla/proto'
import type { Category } from '@kla/proto/web'
import { isCategory } from '../domain/category.js'
import type { SearchGifs } from '../gif-provider/recent-searches.js'
import type { GifControl } from './gif-control.js'
import { toProto } from './search-provider.js'

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
