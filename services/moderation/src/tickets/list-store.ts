import { type Database, pageOf, type Place } from '@kla/chassis'
import type { TICKET_SORTS, TicketCategory, TicketPriority, TicketState } from '@kla/proto/web'
import type { Page } from '../shared/rules.js'
import { type EntryKind, FOR_ADMINISTRATORS, FOR_PLAYERS, type TicketEntry, type WrittenTicket } from './rules.js'
import { entriesOf, TICKET_COLUMNS, ticketOf, type TicketRow } from './store.js'

/** Filters of the console's list of tickets. */
export interface TicketFilter {
  readonly q: string
  readonly resolved: boolean | undefined
  readonly category: TicketCategory | undefined
  readonly priority: TicketPriority | undefined
  readonly state?: TicketState | undefined
  readonly assigneeId?: number | undefined
}

/** Order of a page: newest first, or by what is due. */
export type TicketSort = (typeof TICKET_SORTS)[number]

/** Reads pages of tickets for the console and for their players. */
export interface TicketListStore {
  list(
    filter: TicketFilter,
    page: Page,
    sort?: TicketSort,
  ): Promise<{ readonly tickets: readonly WrittenTicket[]; readonly total: number; readonly next: Place | undefined }>
  count(filter: TicketFilter): Promise<number>
  own(accountId: number, limit: number): Promise<readonly WrittenTicket[]>
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
    async list(filter, { limit, offset, after }, sort = 'newest') {
      const { where, values } = whereOf(filter)
      const listed = `SELECT ${TICKET_COLUMNS}, ${URGENCY} FROM page JOIN tickets USING (id)`
      const found = `SELECT id, ${DUE} FROM tickets ${where}`
      const end = `ORDER BY ${ORDER[sort]} LIMIT ${limit + 1}`
      // Searched once for the count and the page: the planner would look for a rare word in ticket after ticket.
      const once = filter.q === '' ? 'NOT MATERIALIZED' : 'MATERIALIZED'
      const text = after
        ? `WITH page AS (SELECT id FROM (${found}) AS found WHERE ${beyond(sort, values.length)} ${end})
           SELECT 0 AS total, listed.* FROM (${listed}) AS listed ORDER BY ${ORDER[sort]}`
        : `WITH found AS ${once} (${found}), page AS (SELECT id FROM found ${end} OFFSET ${offset})
           SELECT counted.total, listed.*
           FROM (SELECT count(*) AS total FROM found) AS counted LEFT JOIN (${listed}) AS listed ON true
           ORDER BY ${ORDER[sort]}`
      const { rows } = await database.query<ListedRow & { total: number; id: number | null }>(text, [
        ...values,
        ...(after ?? []),
      ])
      const page = pageOf(
        rows.filter(({ id }) => id !== null),
        limit,
      )
      return {
        tickets: await withEntries(page.rows, FOR_ADMINISTRATORS),
        total: rows[0]?.total ?? 0,
        next: page.last && placeOf(page.last, sort),
      }
    },
    async count(filter) {
      const { where, values } = whereOf(filter)
      const { rows } = await database.query<{ count: number }>(`SELECT count(*) FROM tickets ${where}`, values)
      return rows[0]?.count ?? 0
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

const ORDER: Readonly<Record<TicketSort, string>> = {
  newest: 'id DESC',
  due: 'resolved, waiting, urgency, id',
}
const URGENCY = 'ticket_urgency(priority) AS urgency'
/** Columns of the order above. */
const DUE = `resolved, waiting, ${URGENCY}`

type ListedRow = TicketRow & { readonly urgency: number }

/** True if after the place, whose values follow the first `count` ones. */
const beyond = (sort: TicketSort, count: number): string =>
  sort === 'newest'
    ? `id < $${count + 1}::bigint`
    : `(resolved, waiting, urgency, id) >
       ($${count + 1}::int::boolean, $${count + 2}::int::boolean, $${count + 3}::smallint, $${count + 4}::bigint)`

const placeOf = ({ id, resolved, waiting, urgency }: ListedRow, sort: TicketSort): Place =>
  sort === 'newest' ? [id] : [Number(resolved), Number(waiting), urgency, id]

const IN_STATE: Readonly<Record<TicketState, string>> = {
  open: 'NOT resolved AND NOT waiting',
  waiting: 'waiting',
  resolved: 'resolved',
}

function whereOf({ q, resolved, category, priority, state, assigneeId }: TicketFilter): {
  where: string
  values: unknown[]
} {
  const conditions: string[] = []
  const values: unknown[] = []
  const place = (value: unknown): string => `$${values.push(value)}`
  if (q !== '') conditions.push(`search_fold(searched) LIKE search_pattern(${place(q)})`)
  if (resolved !== undefined) conditions.push(`resolved = ${place(resolved)}`)
  if (category !== undefined) conditions.push(`category = ${place(category)}`)
  if (priority !== undefined) conditions.push(`priority = ${place(priority)}`)
  if (state !== undefined) conditions.push(IN_STATE[state])
  if (assigneeId !== undefined) conditions.push(`assignee_id = ${place(assigneeId)}`)
  return { where: conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`, values }
}
