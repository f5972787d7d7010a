import { CupParams, CupView } from '@kla/proto/web'
import type { HttpParts } from '../../../http-parts.js'
import type { TypedApp } from '../../../typed-app.js'
import { cupView } from '../../../views/cups.js'
import { consoleCall } from '../console-call.js'

/** One cup as it stands now: who edits it is shown nothing that was kept. */
export const getCup = (app: TypedApp, { cups }: HttpParts): void => {
  app.get(
    '/admin/cups/:id',
    {
      config: { access: { permission: 'cups.read' } },
      schema: consoleCall('One cup', CupView, { params: CupParams }),
    },
    // An administrator is nobody to this method, which needs no principal.
    async (request) => cupView(await cups.getCup({ cupId: request.params.id }, { requestId: request.id })),
  )
}
