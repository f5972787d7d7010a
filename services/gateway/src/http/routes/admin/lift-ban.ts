import { BanView, IdParams, Lift } from '@kla/proto/web'
import { Type } from 'typebox'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { banView } from '../../views/admin/bans.js'
import { consoleCall } from './console-call.js'

/** Lifts a ban. Why is optional, and so is the body. */
export const liftBan = (app: TypedApp, { moderation }: HttpParts): void => {
  app.patch(
    '/admin/bans/:id/lift',
    {
      config: { access: { permission: 'bans.lift' } },
      schema: consoleCall('Lift a ban', BanView, { params: IdParams, body: Type.Union([Lift, Type.Null()]) }),
    },
    async (request) => {
      const ban = await moderation.liftBan(
        { id: Number(request.params.id), liftReason: request.body?.liftReason?.trim() ?? '' },
        onBehalfOf(request),
      )
      return banView(ban)
    },
  )
}
