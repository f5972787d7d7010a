import { KlaError } from '@kla/chassis'
import { applyChange } from '../../domain/tickets/apply-change.js'
import { changeTold } from '../../domain/tickets/change-told.js'
import { readChange } from '../../domain/tickets/ticket-change.js'
import { accepted } from '../accepted.js'
import { audited, type ModerationHandlers } from '../dependencies.js'
import type { TicketParts } from './parts.js'
import { wireTicket } from './wire-ticket.js'

export const updateTicket =
  ({ tickets, accounts, now }: TicketParts): ModerationHandlers['updateTicket'] =>
  async ({ id, ...wanted }, call) => {
    const administrator = await call.administrator('tickets.answer')
    const change = accepted(readChange(wanted))
    const by = audited(administrator, call, now)
    const written = await tickets.change(
      id,
      (known) => applyChange(known, change, administrator, by.atMs),
      (before, changed) => ({
        ...by,
        ...{ action: 'tickets.update', subjectKind: 'ticket', subjectId: String(id), restricted: false },
        details: JSON.stringify({ account_id: before.accountId, ...changeTold(before, changed) }),
      }),
    )
    if (!written) throw new KlaError('TICKET_NOT_FOUND')
    if (written === 'too many') throw new KlaError('INVALID_FIELD', TOO_MANY)
    return wireTicket(written, await accounts.known([written.ticket.accountId], call))
  }

const TOO_MANY = 'There are too many answers and notes to this ticket.'
