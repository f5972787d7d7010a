import { KlaError } from '@kla/chassis'
import { FetchedGifs, GifFetchQuery } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { consoleCall } from './console-call.js'

/** The GIF provider is asked, which may hang for a while. */
const PATIENCE = { deadlineMs: 15_000, attemptMs: 12_000 } as const

/** What the GIF provider has, by a text if there is one, otherwise by one of our categories. */
export const fetchGifs = (app: TypedApp, { library }: HttpParts): void => {
  app.get(
    '/gifs/fetch',
    {
      config: { access: { permission: 'gifs.manage' } },
      schema: consoleCall('Ask the GIF provider', FetchedGifs, { querystring: GifFetchQuery }),
    },
    async (request) => {
      const { category = '', text = '' } = request.query
      const context = { ...onBehalfOf(request), ...PATIENCE }
      if (text === '' && category === '') throw new KlaError('INVALID_FIELD')
      const { gifs } = await (text === ''
        ? library.listProviderCategory({ category }, context)
        : library.searchProvider({ text }, context))
      return { entries: gifs }
    },
  )
}
