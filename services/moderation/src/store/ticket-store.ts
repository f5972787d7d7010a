import { inTransaction, type Database, type Transaction } from '@kla/chassis'
import { TICKETS_PER_HOUR } from '@kla/proto/web'
import type { AuditEntry } from '../domain/audit/entry.js'
import type { Refused } from '../domain/refusal.js'
import type { ChangedTicket } from '../domain/tickets/apply-change.js'
import { ENTRIES_MAX, FOR_ADMINISTRATORS } from '../domain/tickets/entry-kinds.js'
import { isOrdered, SAME_TICKET_MS, type TicketOrder } from '../domain/tickets/ticket-order.js'
import type { Ticket, TicketEntry } from '../domain/tickets/ticket.js'
import { appendAudit } from './audit-log.js'
import { NO_MAIL, type MailOutbox } from './mail-outbox.js'
import { entriesOf, TICKET_COLUMNS, ticketOf, type TicketRow } from './ticket-rows.js'

/** A ticket with what was written to it, the oldest first. */
export interface WrittenTicket {
  readonly ticket: Ticket
  readonly entries: readonly TicketEntry[]
}

export interface TicketStore {
  /** Opens a ticket and answers its id, or that of the same one a moment ago. Refused when there were many lately. */
  open(order: TicketOrder, nowMs: number): Promise<{ readonly ticketId: number } | Refused>
  /** Changes a ticket and writes that to the audit log. Undefined if there is none. */
  change(
    id: number,
    decide: (known: WrittenTicket) => ChangedTicket,
    audit: (before: Ticket, changed: ChangedTicket) => AuditEntry,
  ): Promise<WrittenTicket | undefined | 'too many'>
}

const HOUR_MS = 3_600_000

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ':tickets:' || $1, 0))`

const INSERT = `
INSERT INTO tickets (account_id, created_at, subject, message, category, priority, receipt_email, room_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`

const UPDATE = 'UPDATE tickets SET message = $2, category = $3, priority = $4, resolved = $5 WHERE id = $1'

const INSERT_ENTRY = `
INSERT INTO ticket_entries (ticket_id, kind, text, by_id, by_name, at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`

/** The player who opened a ticket gets a letter about each answer, if `mails` takes letters. */
export const createTicketStore = (database: Database, mails: MailOutbox = NO_MAIL): TicketStore => ({
  open: (order, nowMs) =>
    inTransaction(database, async (tx) => {
      const { accountId, subject, message, category, priority, receiptEmail, roomId } = order
      // What one account opens is counted one after the other, whichever pod it comes to.
      await tx.query(LOCK, [accountId])
      const lately = await openedSince(tx, accountId, nowMs - HOUR_MS)
      const justNow = lately.filter(({ createdAtMs }) => createdAtMs > nowMs - SAME_TICKET_MS)
      const same = justNow.find((ticket) => isOrdered(ticket, order))
      if (same) return { ticketId: same.id }
      if (lately.length >= TICKETS_PER_HOUR) return { refused: 'RATE_LIMITED' }
      const values = [accountId, new Date(nowMs), subject, message, category, priority, receiptEmail, roomId]
      const { rows } = await tx.query<{ id: number }>(INSERT, values)
      if (!rows[0]) throw new Error('a ticket that was inserted is not there')
      return { ticketId: rows[0].id }
    }),

  change: (id, decide, audit) =>
    inTransaction(database, async (tx) => {
      const { rows } = await tx.query<TicketRow>(`SELECT ${TICKET_COLUMNS} FROM tickets WHERE id = $1 FOR UPDATE`, [id])
      if (!rows[0]) return undefined
      const before = ticketOf(rows[0])
      const entries = await entriesOf(tx, [before], FOR_ADMINISTRATORS)
      const changed = decide({ ticket: before, entries })
      const kept = entries.filter(({ kind }) => !(changed.dropNotes && kind === 'note'))
      if (changed.added.length > 0 && kept.length + changed.added.length > ENTRIES_MAX) return 'too many'
      await write(tx, changed, mails)
      await appendAudit(tx, [audit(before, changed)])
      return { ticket: changed.ticket, entries: [...kept, ...changed.added] }
    }),
})

async function openedSince(tx: Transaction, accountId: number, sinceMs: number): Promise<Ticket[]> {
  const { rows } = await tx.query<TicketRow>(
    `SELECT ${TICKET_COLUMNS} FROM tickets WHERE account_id = $1 AND created_at > $2 ORDER BY id DESC
     LIMIT ${TICKETS_PER_HOUR}`,
    [accountId, new Date(sinceMs)],
  )
  return rows.map(ticketOf)
}

async function write(tx: Transaction, { ticket, added, dropNotes }: ChangedTicket, mails: MailOutbox): Promise<void> {
  await tx.query(UPDATE, [ticket.id, ticket.message, ticket.category, ticket.priority, ticket.resolved])
  if (dropNotes) await tx.query(`DELETE FROM ticket_entries WHERE ticket_id = $1 AND kind = 'note'`, [ticket.id])
  for (const { ticketId, kind, text, byId, by, atMs } of added) {
    const { rows } = await tx.query<{ id: number }>(INSERT_ENTRY, [ticketId, kind, text, byId, by, new Date(atMs)])
    if (kind !== 'answer' || !rows[0]) continue
    await mails.write(tx, { accountId: ticket.accountId, kind: 'ticket-answered', subjectId: rows[0].id, atMs })
  }
}
