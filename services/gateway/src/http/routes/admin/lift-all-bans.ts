import { LiftAll, Lifted, UserIdParams } from '@kla/proto/web'
import { Type } from 'typebox'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { consoleCall } from './console-call.js'

/** Lifts every ban in force against somebody, of one scope or of all. */
export const liftAllBans = (app: TypedApp, { moderation }: HttpParts): void => {
  app.post(
    '/admin/bans/:userId/lift-all',
    {
      config: { access: { permission: 'bans.lift' } },
      schema: consoleCall('Lift all bans of somebody', Lifted, {
        params: UserIdParams,
        body: Type.Union([LiftAll, Type.Null()]),
      }),
    },
    async (request) => {
      const { scope, liftReason } = request.body ?? {}
      const { lifted } = await moderation.liftAllBans(
        { userId: Number(request.params.userId), scope: scope ?? '', liftReason: liftReason?.trim() ?? '' },
        onBehalfOf(request),
      )
      return { success: true as const, lifted }
    },
  )
}
