import { CupParams, CupView } from '@kla/proto/web'
import { visitorOf } from '../../access.js'
import { answerIfChanged } from '../../answer-if-changed.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { cupView, visitorCupView } from '../../views/cups.js'
import { visitorCall } from './player-call.js'

/** One cup with its bracket. */
export const cup = (app: TypedApp, { reads }: HttpParts): void => {
  app.get(
    '/api/cups/:id',
    {
      config: { access: 'visitor' },
      schema: visitorCall('One cup', CupView, { params: CupParams }),
      onSend: answerIfChanged,
    },
    async (request) => {
      const found = await reads.cup(request.params.id)
      const player = visitorOf(request)
      return player ? cupView(found, player.account.id) : visitorCupView(found)
    },
  )
}
