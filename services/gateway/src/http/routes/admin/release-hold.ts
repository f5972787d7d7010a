import { HoldParams, Success } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { consoleCall } from './console-call.js'

/** Lets something be erased again. */
export const releaseHold = (app: TypedApp, { moderation, library }: HttpParts): void => {
  app.delete(
    '/admin/holds/:kind/:id',
    {
      config: { access: { permission: 'holds.manage' } },
      schema: consoleCall('Release a hold', Success, { params: HoldParams }),
    },
    async (request) => {
      const { kind } = request.params
      const id = Number(request.params.id)
      if (kind === 'gif') await library.setGifHold({ id, held: false, reason: '' }, onBehalfOf(request))
      else await moderation.releaseHold({ kind, id }, onBehalfOf(request))
      return { success: true as const }
    },
  )
}
