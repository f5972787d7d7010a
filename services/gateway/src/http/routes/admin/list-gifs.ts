import { GifState } from '@kla/proto'
import { GIFS_PAGE_SIZE, GifList, GifsQuery } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import { numberOr } from '../../query.js'
import type { TypedApp } from '../../typed-app.js'
import { gifView, STATE } from '../../views/admin/gifs.js'
import { consoleCall } from './console-call.js'

/** One page of all GIFs, newest first. */
export const listGifs = (app: TypedApp, { library }: HttpParts): void => {
  app.get(
    '/admin/gifs',
    {
      config: { access: { permission: 'gifs.read' } },
      schema: consoleCall('All GIFs', GifList, { querystring: GifsQuery }),
    },
    async (request) => {
      const { pageSize, category = '', state } = request.query
      const page = numberOr(request.query.page, 1)
      const { gifs, total } = await library.listGifs(
        {
          page,
          pageSize: numberOr(pageSize, GIFS_PAGE_SIZE),
          category,
          state: state ? STATE[state] : GifState.UNSPECIFIED,
        },
        onBehalfOf(request),
      )
      return { items: gifs.map(gifView), total, pageNumber: page }
    },
  )
}
