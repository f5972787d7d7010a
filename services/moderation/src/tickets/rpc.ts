import { KlaError } from '@kla/chassis'
import type { Member, Ticket as WireTicket } from '@kla/proto'
import { SEARCH_MAX, TICKET_CATEGORIES, TICKET_PRIORITIES } from '@kla/proto/web'
import type { AuditRecorder } from '../audit/log-store.js'
import type { Accounts } from '../shared/clients.js'
import { accepted, audited, type ModerationHandlers } from '../shared/rpc.js'
import { isOneOf, pageAt, plainText } from '../shared/rules.js'
import type { TicketListStore } from './list-store.js'
import { applyChange, changeTold, orderTicket, readChange } from './rules.js'
import type { TicketStore, WrittenTicket } from './store.js'

/** What the RPCs about tickets work with. */
export interface TicketParts {
  readonly tickets: TicketStore
  readonly ticketLists: Pick<TicketListStore, 'list' | 'own'>
  readonly accounts: Pick<Accounts, 'known'>
  readonly audit: AuditRecorder
  /** Unix milliseconds. */
  readonly now: () => number
}

export const openTicket =
  ({ tickets, now }: Pick<TicketParts, 'tickets' | 'now'>): ModerationHandlers['openTicket'] =>
  async ({ relatedStripeEmail: receiptEmail, relatedRoomId: roomId, ...rest }, call) => {
    const { accountId } = await call.principal({ evenIfBanned: true })
    const order = accepted(orderTicket({ ...rest, accountId, receiptEmail, roomId }))
    return accepted(await tickets.open(order, now()))
  }

/** A ticket as administrators get it. */
function wireTicket(written: WrittenTicket, accounts: ReadonlyMap<number, Member>): WireTicket {
  const account = accounts.get(written.ticket.accountId)
  const entries = written.entries.map(({ kind, text, by, atMs }) => ({ kind, text, by, atMs }))
  return { ...fieldsOf(written), userName: account?.username ?? '', userEmail: account?.email ?? '', entries }
}

/** A ticket as its author gets it: answers only, of nobody in particular. */
const ownTicket = (written: WrittenTicket): WireTicket => ({
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

const OWN_MAX = 50

export const listOwnTickets =
  ({ ticketLists }: Pick<TicketParts, 'ticketLists'>): ModerationHandlers['listOwnTickets'] =>
  async (_request, call) => {
    const { accountId } = await call.principal({ evenIfBanned: true })
    return { tickets: (await ticketLists.own(accountId, OWN_MAX)).map(ownTicket) }
  }

export const listTickets =
  ({ ticketLists, accounts, audit, now }: TicketParts): ModerationHandlers['listTickets'] =>
  async ({ page, pageSize, resolved, ...given }, call) => {
    const administrator = await call.administrator('tickets.read')
    const { limit, offset } = accepted(pageAt(pageSize, (page - 1) * pageSize))
    const q = accepted(plainText(given.q, SEARCH_MAX))
    const category = optional(TICKET_CATEGORIES, given.category)
    const priority = optional(TICKET_PRIORITIES, given.priority)

    const { tickets, total } = await ticketLists.list({ q, resolved, category, priority }, { limit, offset })
    const authors = tickets.map(({ ticket }) => ticket.accountId)
    const shown = { tickets: tickets.map(({ ticket }) => ticket.id), accounts: [...new Set(authors)] }
    const [known] = await Promise.all([
      accounts.known(authors, call),
      audit.record({
        ...audited(administrator, call, now),
        ...{ action: 'tickets.list', subjectKind: '', subjectId: '', restricted: false },
        details: JSON.stringify({ limit, offset, ...(q !== '' && { q: true }), resolved, category, priority, ...shown }),
      }),
    ])
    return { tickets: tickets.map((ticket) => wireTicket(ticket, known)), total }
  }

/** Undefined for an empty one. Throws INVALID_FIELD for what is not on the list. */
function optional<const T extends string>(choices: readonly T[], given: string): T | undefined {
  if (given === '') return undefined
  if (!isOneOf(choices, given)) throw new KlaError('INVALID_FIELD')
  return given
}

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
    if (written === 'too many') throw new KlaError('INVALID_FIELD', TOO_MANY_ENTRIES)
    return wireTicket(written, await accounts.known([written.ticket.accountId], call))
  }

const TOO_MANY_ENTRIES = 'There are too many answers and notes to this ticket.'
