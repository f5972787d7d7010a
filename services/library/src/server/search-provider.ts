import { KlaError } from '@kla/chassis'
import type { SearchProviderRequest, SearchProviderResponse } from '@kla/proto'
import type { SearchGifs } from '../gif-provider/recent-searches.js'
import type { Found } from '../gif-provider/search.js'
import type { GifControl } from './gif-control.js'

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
