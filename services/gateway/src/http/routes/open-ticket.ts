import { RestError, TicketSubmission, TicketSubmitted } from '@kla/proto/web'
import { onBehalfOf } from '../access.js'
import type { HttpParts } from '../http-parts.js'
import type { TypedApp } from '../typed-app.js'

/** Opens a support ticket. That is how who is banned appeals. */
export const openTicket = (app: TypedApp, { moderation }: HttpParts): void => {
  app.post(
    '/user/support_ticket',
    {
      config: { access: 'banned-player' },
      schema: {
        summary: 'Open a support ticket',
        security: [{ session: [] }],
        body: TicketSubmission,
        response: { 200: TicketSubmitted, '4xx': RestError, '5xx': RestError },
      },
    },
    async (request) => {
      const { subject, message, category = 'Technical', priority = 'Normal' } = request.body
      const { related_stripe_email, related_room_id } = request.body
      return moderation.openTicket(
        {
          subject,
          message,
          category,
          priority,
          relatedStripeEmail: related_stripe_email?.trim() ?? '',
          relatedRoomId: related_room_id?.trim() ?? '',
        },
        onBehalfOf(request),
      )
    },
  )
}
