import type { DropTicketsRequest, DropTicketsResponse } from '@kla/proto'
import { inBatches } from '../../room/in-batches.js'
import type { Dependencies } from './dependencies.js'
import { ticketsAskedFor } from './tickets-asked-for.js'

// A gateway that goes away drops all its searches at once; other calls must get a turn between them.
const AT_ONCE = 50

export const dropTickets =
  ({ searches }: Pick<Dependencies, 'searches'>) =>
  async (request: DropTicketsRequest): Promise<DropTicketsResponse> => {
    await inBatches(ticketsAskedFor(request), AT_ONCE, ({ accountId, ticketId }) =>
      searches.end(accountId, 'gone', ticketId),
    )
    return {}
  }
