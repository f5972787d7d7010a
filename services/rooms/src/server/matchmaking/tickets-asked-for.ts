import { KlaError } from '@kla/chassis'
import type { TicketRef } from '@kla/proto'
import { isAccountId } from '../../domain/account-id.js'

/** Searches in one request of a gateway. */
const TICKETS_MAX = 5_000

/** The searches of a gateway's request. Throws INVALID_FIELD if they are too many, or if it names no gateway. */
export function ticketsAskedFor(request: { gatewayId: string; tickets: readonly TicketRef[] }): readonly TicketRef[] {
  const { gatewayId, tickets } = request
  if (gatewayId === '') throw new KlaError('INVALID_FIELD', 'A gateway needs an id.')
  if (tickets.length > TICKETS_MAX) throw new KlaError('INVALID_FIELD', `Ask for ${TICKETS_MAX} searches at most.`)
  if (!tickets.every(({ accountId }) => isAccountId(accountId))) {
    throw new KlaError('INVALID_FIELD', 'A search belongs to an account.')
  }
  return tickets
}
