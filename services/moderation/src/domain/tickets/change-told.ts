import type { ChangedTicket } from './apply-change.js'
import type { Ticket } from './ticket.js'

/** What the audit log says of a change: which fields, from what to what; of texts only that they are others. */
export const changeTold = (before: Ticket, { ticket, added, dropNotes }: ChangedTicket) => ({
  ...(before.resolved === ticket.resolved ? {} : { resolved: { from: before.resolved, to: ticket.resolved } }),
  ...(before.category === ticket.category ? {} : { category: { from: before.category, to: ticket.category } }),
  ...(before.priority === ticket.priority ? {} : { priority: { from: before.priority, to: ticket.priority } }),
  ...(before.message === ticket.message ? {} : { message: 'edited' }),
  ...(added.some(({ kind }) => kind === 'answer') ? { answer: 'added' } : {}),
  ...(dropNotes ? { notes: 'replaced' } : added.some(({ kind }) => kind === 'note') ? { notes: 'added' } : {}),
})
