import { GifsDeleted, ScanBody, ScanQuery } from '@kla/proto/web'
import { Type } from 'typebox'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { consoleCall } from './console-call.js'
import { SCAN_PATIENCE, scanned } from './scan.js'

/** Checks one page of GIFs, or those that were found broken, and deletes what is. */
export const scanAndDeleteGifs = (app: TypedApp, { library }: HttpParts): void => {
  app.post(
    '/gifs/scan-and-delete',
    {
      config: { access: { permission: 'gifs.manage' } },
      schema: consoleCall('Check GIFs and delete the broken ones', GifsDeleted, {
        querystring: ScanQuery,
        body: Type.Union([ScanBody, Type.Null()]),
      }),
    },
    async (request) =>
      library.scanAndDeleteGifs(
        { ...scanned(request.query, request.body), ids: request.body?.ids ?? [] },
        { ...onBehalfOf(request), ...SCAN_PATIENCE },
      ),
  )
}
