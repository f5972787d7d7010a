import { KlaError } from '@kla/chassis'
import { AgeLockLift, IdParams, Success } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { consoleCall } from './console-call.js'

/** Lets a player declare an age again who has declared to be under 18. Why is for the audit log, and required. */
export const liftAgeLock = (app: TypedApp, { auth }: HttpParts): void => {
  app.post(
    '/admin/members/:id/age-lock/lift',
    {
      config: { access: { permission: 'members.manage' } },
      schema: consoleCall('Lift the lock on an age verdict', Success, { params: IdParams, body: AgeLockLift }),
    },
    async (request) => {
      const reason = request.body.reason.trim()
      if (reason === '') throw new KlaError('INVALID_FIELD')
      await auth.liftAgeLock({ accountId: Number(request.params.id), reason }, onBehalfOf(request))
      return { success: true as const }
    },
  )
}
