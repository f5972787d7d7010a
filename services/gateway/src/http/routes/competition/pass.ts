import { PassView } from '@kla/proto/web'
import { onBehalfOf, visitorOf } from '../../access.js'
import { answerIfChanged } from '../../answer-if-changed.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { passView } from '../../views/pass.js'
import { visitorCall } from './player-call.js'

/** The season of the battle pass, with the player's progress. */
export const pass = (app: TypedApp, { battlePass, reads }: HttpParts): void => {
  app.get(
    '/api/pass',
    { config: { access: 'visitor' }, schema: visitorCall('The battle pass', PassView), onSend: answerIfChanged },
    async (request) =>
      visitorOf(request)
        ? passView(await battlePass.getPass({}, onBehalfOf(request)), 'player')
        : passView(await reads.pass(), 'nobody'),
  )
}
