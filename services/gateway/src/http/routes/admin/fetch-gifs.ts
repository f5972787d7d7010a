import { KlaError } from '@kla/chassis'
import { FetchedGifs, GifFetchQuery, isReason, LINK_FETCH_MS, REASONS } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { consoleCall } from './console-call.js'

/** The GIF provider is asked at its pace. A try that is merely slow must not be begun again beside itself. */
const PATIENCE = { deadlineMs: LINK_FETCH_MS.call, attemptMs: LINK_FETCH_MS.call } as const

const wordsOf = (reason: string): string | null => (isReason(reason) ? REASONS[reason].text : null)

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
      const { gifs, brokenOffBy } = await (text === ''
        ? library.listProviderCategory({ category }, context)
        : library.searchProvider({ text }, context))
      return { entries: gifs, broken_off: wordsOf(brokenOffBy) }
    },
  )
}
