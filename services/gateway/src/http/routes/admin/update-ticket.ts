import { IdParams, TicketChange, TicketChanged } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { ticketView } from '../../views/admin/tickets.js'
import { consoleCall } from './console-call.js'

/** Resolves, edits, answers or notes; what is left out stays as it is. */
export const updateTicket = (app: TypedApp, { moderation }: HttpParts): void => {
  app.patch(
    '/admin/support_tickets/:id',
    {
      config: { access: { permission: 'tickets.answer' } },
      schema: consoleCall('Change a support ticket', TicketChanged, { params: IdParams, body: TicketChange }),
    },
    async (request) => {
      const { resolved, message, note, append = false, answer, category, priority } = request.body
      const ticket = await moderation.updateTicket(
        {
          id: Number(request.params.id),
          resolved: resolved === undefined ? undefined : Boolean(resolved),
          message,
          note: note ?? undefined,
          append,
          answer,
          category,
          priority,
        },
        onBehalfOf(request),
      )
      return { ticket: ticketView(ticket) }
    },
  )
}
