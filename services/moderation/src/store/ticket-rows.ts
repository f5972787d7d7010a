import type { Database, Transaction } from '@kla/chassis'
import type { TicketCategory, TicketPriority } from '@kla/proto/web'
import type { EntryKind, Ticket, TicketEntry } from '../domain/tickets/ticket.js'

/** A row of tickets. */
export interface TicketRow {
  readonly id: number
  readonly account_id: number
  readonly created_at: Date
  readonly subject: string
  readonly message: string
  readonly category: TicketCategory
  readonly priority: TicketPriority
  readonly resolved: boolean
  readonly receipt_email: string
  readonly room_id: string
}

/** The columns of a {@link TicketRow}. */
export const TICKET_COLUMNS =
  'id, account_id, created_at, subject, message, category, priority, resolved, receipt_email, room_id'

export const ticketOf = (row: TicketRow): Ticket => ({
  id: row.id,
  accountId: row.account_id,
  createdAtMs: row.created_at.getTime(),
  subject: row.subject,
  message: row.message,
  category: row.category,
  priority: row.priority,
  resolved: row.resolved,
  receiptEmail: row.receipt_email,
  roomId: row.room_id,
})

/** Bytes of entries that one answer carries: beyond that the oldest are left out. */
const ENTRIES_MAX_BYTES = 4 * 1024 * 1024

const ENTRIES = `
SELECT ticket_id, kind, text, by_id, by_name, at FROM (
  SELECT *, sum(octet_length(text)) OVER (ORDER BY id DESC) AS carried FROM ticket_entries
  WHERE ticket_id = ANY($1) AND kind = ANY($2)
) AS newest
WHERE carried <= ${ENTRIES_MAX_BYTES} ORDER BY id`

interface EntryRow {
  readonly ticket_id: number
  readonly kind: EntryKind
  readonly text: string
  readonly by_id: number
  readonly by_name: string
  readonly at: Date
}

/** What was written to tickets, of these kinds, the oldest first. */
export async function entriesOf(
  database: Database | Transaction,
  tickets: readonly Pick<Ticket, 'id'>[],
  kinds: readonly EntryKind[],
): Promise<readonly TicketEntry[]> {
  if (tickets.length === 0) return []
  const { rows } = await database.query<EntryRow>(ENTRIES, [tickets.map(({ id }) => id), kinds])
  return rows.map((row) => ({
    ticketId: row.ticket_id,
    kind: row.kind,
    text: row.text,
    byId: row.by_id,
    by: row.by_name,
    atMs: row.at.getTime(),
  }))
}
