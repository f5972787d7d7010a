import { OwnTickets, RestError } from '@kla/proto/web'
import { onBehalfOf } from '../access.js'
import type { HttpParts } from '../http-parts.js'
import type { TypedApp } from '../typed-app.js'
import { ownTicketsView } from '../views/own-tickets.js'

/** The player's tickets with the answers to them, newest first. */
export const ownTickets = (app: TypedApp, { moderation }: HttpParts): void => {
  app.get(
    '/user/support_tickets',
    {
      config: { access: 'banned-player' },
      schema: {
        summary: "One's own support tickets",
        security: [{ session: [] }],
        response: { 200: OwnTickets, '4xx': RestError, '5xx': RestError },
      },
    },
    async (request) => ownTicketsView(await moderation.listOwnTickets({}, onBehalfOf(request))),
  )
}
