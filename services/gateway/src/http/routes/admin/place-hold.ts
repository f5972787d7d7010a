import { KlaError } from '@kla/chassis'
import { HoldPlacement, Success } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { consoleCall } from './console-call.js'

/** Keeps a report, a ban or a GIF from being erased. Why is for the audit log, and required. */
export const placeHold = (app: TypedApp, { moderation, library }: HttpParts): void => {
  app.put(
    '/admin/holds',
    {
      config: { access: { permission: 'holds.manage' } },
      schema: consoleCall('Place a hold', Success, { body: HoldPlacement }),
    },
    async (request) => {
      const { kind, id } = request.body
      const reason = request.body.reason.trim()
      if (reason === '') throw new KlaError('INVALID_FIELD')
      if (kind === 'gif') await library.setGifHold({ id, held: true, reason }, onBehalfOf(request))
      else await moderation.placeHold({ kind, id, reason }, onBehalfOf(request))
      return { success: true as const }
    },
  )
}
