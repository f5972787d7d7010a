import { PAGE_SIZE_DEFAULT, TicketList, TicketsQuery } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import { flagOf, numberOr } from '../../query.js'
import type { TypedApp } from '../../typed-app.js'
import { ticketView } from '../../views/admin/tickets.js'
import { consoleCall } from './console-call.js'

/** One page of support tickets, newest first. */
export const listTickets = (app: TypedApp, { moderation }: HttpParts): void => {
  app.get(
    '/admin/support_tickets',
    {
      config: { access: { permission: 'tickets.read' } },
      schema: consoleCall('Support tickets', TicketList, { querystring: TicketsQuery }),
    },
    async (request) => {
      const { pageSize, q = '', resolved, category = '', priority = '' } = request.query
      const page = numberOr(request.query.page, 1)
      const { tickets, total } = await moderation.listTickets(
        { page, pageSize: numberOr(pageSize, PAGE_SIZE_DEFAULT), q, resolved: flagOf(resolved), category, priority },
        onBehalfOf(request),
      )
      return { results: tickets.map(ticketView), total, page }
    },
  )
}
