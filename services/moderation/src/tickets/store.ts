import { type Database, inTransaction, type Refused, type Transaction } from '@kla/chassis'
import { type TicketCategory, type TicketPriority, TICKETS_PER_HOUR } from '@kla/proto/web'
import { appendAudit, type AuditEntry } from '../audit/index.js'
import { type MailOutbox, NO_MAIL } from '../mails/index.js'
import { isRefused } from '../shared/rules.js'
import {
  type ChangedTicket,
  type EntryKind,
  FOR_ADMINISTRATORS,
  type Opening,
  type Ticket,
  type TicketEntry,
  type TicketOrder,
  type WrittenTicket,
} from './rules.js'

/** Tickets with their entries, in PostgreSQL. */
export interface TicketStore {
  /** `decide` gets the last hour's tickets, newest first. */
  open(
    order: TicketOrder,
    nowMs: number,
    decide: (recent: readonly Ticket[]) => Opening | Refused,
  ): Promise<{ readonly ticketId: number } | Refused>
  change(
    id: number,
    decide: (known: WrittenTicket) => ChangedTicket | 'unchanged' | 'too-many' | 'stale',
    audit: (before: Ticket, changed: ChangedTicket) => AuditEntry,
  ): Promise<WrittenTicket | undefined | 'too-many' | 'stale'>
  /** Returns undefined for a missing ticket and another player's. */
  reply(
    id: number,
    accountId: number,
    decide: (known: WrittenTicket) => ChangedTicket | 'too-many' | 'too-fast',
  ): Promise<WrittenTicket | undefined | 'too-many' | 'too-fast'>
  find(id: number): Promise<WrittenTicket | undefined>
}

const HOUR_MS = 3_600_000

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ':tickets:' || $1, 0))`

const INSERT = `
INSERT INTO tickets (account_id, created_at, subject, message, category, priority, receipt_email, room_id, diagnostics,
  order_id, battle_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`

const UPDATE = `
UPDATE tickets SET message = $2, category = $3, priority = $4, resolved = $5, changed_at = $6, changed_by_id = $7, changed_by = $8,
  waiting = $9, assignee_id = $10, assignee = $11, first_reply_at = $12
WHERE id = $1`

const INSERT_ENTRY = `
INSERT INTO ticket_entries (ticket_id, kind, text, by_id, by_name, at, entry_id) VALUES ($1, $2, $3, $4, $5, $6, $7)
RETURNING id`

export const createTicketStore = (database: Database, mails: MailOutbox = NO_MAIL): TicketStore => ({
  open: (order, nowMs, decide) =>
    inTransaction(database, async (tx) => {
      const { accountId, subject, message, category, priority, receiptEmail, roomId, diagnosticsJson } = order
      const { orderId, battleId } = order
      await tx.query(LOCK, [accountId])
      const opening = decide(await openedSince(tx, accountId, nowMs - HOUR_MS))
      if (isRefused(opening)) return opening
      if (opening.kind === 'repeated') return { ticketId: opening.ticketId }
      const texts = [subject, message, category, priority, receiptEmail, roomId, diagnosticsJson, orderId, battleId]
      const values = [accountId, new Date(nowMs), ...texts]
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
      if (changed === 'unchanged') return { ticket: before, entries }
      if (typeof changed === 'string') return changed
      if (changed.differs) await write(tx, changed, mails)
      await appendAudit(tx, [audit(before, changed)])
      return { ticket: changed.ticket, entries: [...entries, ...changed.added] }
    }),

  reply: (id, accountId, decide) =>
    inTransaction(database, async (tx) => {
      const { rows } = await tx.query<TicketRow>(
        `SELECT ${TICKET_COLUMNS} FROM tickets WHERE id = $1 AND account_id = $2 FOR UPDATE`,
        [id, accountId],
      )
      if (!rows[0]) return undefined
      const before = ticketOf(rows[0])
      const entries = await entriesOf(tx, [before], FOR_ADMINISTRATORS)
      const changed = decide({ ticket: before, entries })
      if (typeof changed === 'string') return changed
      if (changed.differs) await write(tx, changed, mails)
      return { ticket: changed.ticket, entries: [...entries, ...changed.added] }
    }),

  async find(id) {
    const { rows } = await database.query<TicketRow>(`SELECT ${TICKET_COLUMNS} FROM tickets WHERE id = $1`, [id])
    if (!rows[0]) return undefined
    const ticket = ticketOf(rows[0])
    return { ticket, entries: await entriesOf(database, [ticket], FOR_ADMINISTRATORS) }
  },
})

async function openedSince(tx: Transaction, accountId: number, sinceMs: number): Promise<Ticket[]> {
  const { rows } = await tx.query<TicketRow>(
    `SELECT ${TICKET_COLUMNS} FROM tickets WHERE account_id = $1 AND created_at > $2 ORDER BY id DESC
     LIMIT ${TICKETS_PER_HOUR}`,
    [accountId, new Date(sinceMs)],
  )
  return rows.map(ticketOf)
}

async function write(tx: Transaction, { ticket, added }: ChangedTicket, mails: MailOutbox): Promise<void> {
  const { changedAtMs, changedById, changedBy } = ticket
  const fields = [ticket.message, ticket.category, ticket.priority, ticket.resolved]
  await tx.query(UPDATE, [
    ticket.id,
    ...fields,
    changedAtMs === undefined ? null : new Date(changedAtMs),
    changedById,
    changedBy,
    ticket.waiting,
    ticket.assigneeId ?? null,
    ticket.assignee,
    ticket.firstReplyAtMs === undefined ? null : new Date(ticket.firstReplyAtMs),
  ])
  for (const { ticketId, kind, text, byId, by, atMs, entryId } of added) {
    const values = [ticketId, kind, text, byId, by, new Date(atMs), entryId ?? null]
    const { rows } = await tx.query<{ id: number }>(INSERT_ENTRY, values)
    if (kind !== 'answer' || !rows[0]) continue
    await mails.write(tx, { accountId: ticket.accountId, kind: 'ticket-answered', subjectId: rows[0].id, atMs })
  }
}

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
  readonly diagnostics: string
  readonly order_id: string
  readonly battle_id: string
  readonly waiting: boolean
  readonly assignee_id: number | null
  readonly assignee: string
  readonly first_reply_at: Date | null
  readonly version: number
  readonly changed_at: Date | null
  readonly changed_by_id: number
  readonly changed_by: string
}

export const TICKET_COLUMNS = `id, account_id, created_at, subject, message, category, priority, resolved, receipt_email, room_id, diagnostics,
  order_id, battle_id, waiting, assignee_id, assignee, first_reply_at, version, changed_at, changed_by_id, changed_by`

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
  diagnosticsJson: row.diagnostics,
  orderId: row.order_id,
  battleId: row.battle_id,
  waiting: row.waiting,
  assigneeId: row.assignee_id ?? undefined,
  assignee: row.assignee,
  firstReplyAtMs: row.first_reply_at?.getTime(),
  version: row.version,
  changedAtMs: row.changed_at?.getTime(),
  changedById: row.changed_by_id,
  changedBy: row.changed_by,
})

const ENTRIES_MAX_BYTES = 4 * 1024 * 1024

const ENTRIES = `
SELECT ticket_id, kind, text, by_id, by_name, at, entry_id FROM (
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
  readonly entry_id: string | null
}

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
    entryId: row.entry_id ?? undefined,
  }))
}
