import type { Member, Ticket as WireTicket } from '@kla/proto'
import type { WrittenTicket } from '../../store/ticket-store.js'

/** A ticket as administrators get it. */
export function wireTicket(written: WrittenTicket, accounts: ReadonlyMap<number, Member>): WireTicket {
  const account = accounts.get(written.ticket.accountId)
  const entries = written.entries.map(({ kind, text, by, atMs }) => ({ kind, text, by, atMs }))
  return { ...fieldsOf(written), userName: account?.username ?? '', userEmail: account?.email ?? '', entries }
}

/** A ticket as its author gets it: answers only, of nobody in particular. */
export const ownTicket = (written: WrittenTicket): WireTicket => ({
  ...fieldsOf(written),
  userName: '',
  userEmail: '',
  entries: written.entries
    .filter(({ kind }) => kind === 'answer')
    .map(({ kind, text, atMs }) => ({ kind, text, by: '', atMs })),
})

const fieldsOf = ({ ticket }: WrittenTicket) => ({
  id: ticket.id,
  createdAtMs: ticket.createdAtMs,
  userId: ticket.accountId,
  subject: ticket.subject,
  message: ticket.message,
  category: ticket.category,
  priority: ticket.priority,
  resolved: ticket.resolved,
  relatedStripeEmail: ticket.receiptEmail,
  relatedRoomId: ticket.roomId,
})
