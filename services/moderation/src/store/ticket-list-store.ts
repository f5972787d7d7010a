import type { Database } from '@kla/chassis'
import type { TicketCategory, TicketPriority } from '@kla/proto/web'
import type { Page } from '../domain/page.js'
import { FOR_ADMINISTRATORS, FOR_PLAYERS } from '../domain/tickets/entry-kinds.js'
import { containing } from '../domain/tickets/like-pattern.js'
import type { EntryKind, TicketEntry } from '../domain/tickets/ticket.js'
import { entriesOf, TICKET_COLUMNS, ticketOf, type TicketRow } from './ticket-rows.js'
import type { WrittenTicket } from './ticket-store.js'

export interface TicketFilter {
  /** Text that subject or message contains, whatever the case; empty for any. */
  readonly q: string
  /** Undefined for any, as the others. */
  readonly resolved: boolean | undefined
  readonly category: TicketCategory | undefined
  readonly priority: TicketPriority | undefined
}

export interface TicketListStore {
  /** One page, newest first, and how many tickets there are in all. */
  list(
    filter: TicketFilter,
    page: Page,
  ): Promise<{ readonly tickets: readonly WrittenTicket[]; readonly total: number }>
  /** The newest of an account, with what it may read. */
  own(accountId: number, limit: number): Promise<readonly WrittenTicket[]>
  /** How many an account has opened. */
  countOf(accountId: number): Promise<number>
}

export const createTicketListStore = (database: Database): TicketListStore => {
  const withEntries = async (rows: readonly TicketRow[], kinds: readonly EntryKind[]): Promise<WrittenTicket[]> => {
    const tickets = rows.map(ticketOf)
    const written = new Map(tickets.map((ticket) => [ticket.id, { ticket, entries: [] as TicketEntry[] }]))
    for (const entry of await entriesOf(database, tickets, kinds)) written.get(entry.ticketId)?.entries.push(entry)
    return [...written.values()]
  }

  return {
    async list(filter, { limit, offset }) {
      const { where, values } = whereOf(filter)
      // Found in an index alone, however far away; only the rows of the page are read.
      const page = `
        WITH page AS (SELECT id FROM tickets ${where} ORDER BY id DESC LIMIT ${limit} OFFSET ${offset})
        SELECT ${TICKET_COLUMNS} FROM page JOIN tickets USING (id) ORDER BY id DESC`
      const [{ rows }, counted] = await Promise.all([
        database.query<TicketRow>(page, values),
        database.query<{ count: number }>(`SELECT count(*) FROM tickets ${where}`, values),
      ])
      return { tickets: await withEntries(rows, FOR_ADMINISTRATORS), total: counted.rows[0]?.count ?? 0 }
    },
    async own(accountId, limit) {
      const { rows } = await database.query<TicketRow>(
        `SELECT ${TICKET_COLUMNS} FROM tickets WHERE account_id = $1 ORDER BY id DESC LIMIT $2`,
        [accountId, limit],
      )
      return withEntries(rows, FOR_PLAYERS)
    },
    async countOf(accountId) {
      const count = 'SELECT count(*) FROM tickets WHERE account_id = $1'
      const { rows } = await database.query<{ count: number }>(count, [accountId])
      return rows[0]?.count ?? 0
    },
  }
}

/** What the index of trigrams can look for; anything else is found by its pairs of characters. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}/u

/** Only what is asked for stands in the statement, so that each has the index that fits it. */
function whereOf({ q, resolved, category, priority }: TicketFilter): { where: string; values: unknown[] } {
  const conditions: string[] = []
  const values: unknown[] = []
  const place = (value: unknown): string => `$${values.push(value)}`
  if (q !== '' && !HAS_TRIGRAM.test(q)) conditions.push(`pairs_of(searched) @> pairs_of(lower(${place(q)}))`)
  if ([...q].length > 2) conditions.push(`searched LIKE lower(${place(containing(q))})`)
  if (resolved !== undefined) conditions.push(`resolved = ${place(resolved)}`)
  if (category !== undefined) conditions.push(`category = ${place(category)}`)
  if (priority !== undefined) conditions.push(`priority = ${place(priority)}`)
  return { where: conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`, values }
}
