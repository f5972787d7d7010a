import { GifChecks, ScanQuery } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { gifCheckView } from '../../views/admin/gifs.js'
import { consoleCall } from './console-call.js'
import { SCAN_PATIENCE, scanned } from './scan.js'

/** Whether the addresses of one page of GIFs still answer. */
export const findBrokenGifs = (app: TypedApp, { library }: HttpParts): void => {
  app.get(
    '/gifs/find-broken',
    {
      config: { access: { permission: 'gifs.manage' } },
      schema: consoleCall('Check GIFs', GifChecks, { querystring: ScanQuery }),
    },
    async (request) => {
      const { results, checked } = await library.findBrokenGifs(scanned(request.query), {
        ...onBehalfOf(request),
        ...SCAN_PATIENCE,
      })
      return { results: results.map(gifCheckView), checked }
    },
  )
}
