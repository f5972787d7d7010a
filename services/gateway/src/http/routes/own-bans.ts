import { OwnBans, RestError } from '@kla/proto/web'
import { onBehalfOf } from '../access.js'
import type { HttpParts } from '../http-parts.js'
import type { TypedApp } from '../typed-app.js'
import { ownBansView } from '../views/own-bans.js'

/** The bans in force against the player: from what, until when, and why. */
export const ownBans = (app: TypedApp, { moderation }: HttpParts): void => {
  app.get(
    '/user/bans',
    {
      config: { access: 'banned-player' },
      schema: {
        summary: 'The bans in force against oneself',
        security: [{ session: [] }],
        response: { 200: OwnBans, '4xx': RestError, '5xx': RestError },
      },
    },
    async (request) => ownBansView(await moderation.listOwnBans({}, onBehalfOf(request))),
  )
}
