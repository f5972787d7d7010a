import { Cups } from '@kla/proto/web'
import { visitorOf } from '../../access.js'
import { answerIfChanged } from '../../answer-if-changed.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { cupsView, visitorCupsView } from '../../views/cups.js'
import { visitorCall } from './player-call.js'

/** Cups that are open, run, or ended lately. */
export const cups = (app: TypedApp, { reads }: HttpParts): void => {
  app.get(
    '/api/cups',
    { config: { access: 'visitor' }, schema: visitorCall('Cups', Cups), onSend: answerIfChanged },
    async (request) => (visitorOf(request) ? cupsView : visitorCupsView)(await reads.cups()),
  )
}
