import type { ChangedTicket } from './apply-change.js'
import type { Ticket } from './ticket.js'

/** What the audit log says of a change: which fields, from what to what; of texts only that they are others. */
export const changeTold = (before: Ticket, { ticket, added, dropNotes }: ChangedTicket) => ({
  ...(before.resolved === ticket.resolved ? {} : { resolved: [before.resolved, ticket.resolved] }),
  ...(before.category === ticket.category ? {} : { category: [before.category, ticket.category] }),
  ...(before.priority === ticket.priority ? {} : { priority: [before.priority, ticket.priority] }),
  ...(before.message === ticket.message ? {} : { message: 'edited' }),
  ...(added.some(({ kind }) => kind === 'answer') ? { answer: 'added' } : {}),
  ...(dropNotes ? { notes: 'replaced' } : added.some(({ kind }) => kind === 'note') ? { notes: 'added' } : {}),
})
