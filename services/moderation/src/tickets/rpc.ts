import { accepted, type Administrator, type Call, exportedPages, invalidField, KlaError } from '@kla/chassis'
import { type ListTicketsRequest, type Member, ShownAs, type Ticket as TicketMessage } from '@kla/proto'
import {
  CANNED_ANSWERS_MAX,
  CANNED_FIELDS,
  CANNED_TITLE_MAX,
  EXPORT_ROWS_MAX,
  isUuid,
  SEARCH_MAX,
  TICKET_CATEGORIES,
  TICKET_MESSAGE_MAX,
  TICKET_PRIORITIES,
  TICKET_SORTS,
  TICKET_STATES,
} from '@kla/proto/web'
import type { AuditRecorder } from '../audit/index.js'
import type { Accounts } from '../shared/clients.js'
import { readNote } from '../shared/notes.js'
import { auditedBy, type ModerationHandlers } from '../shared/rpc.js'
import { choice, isId, isOneOf, pageFrom, plainText, requiredText } from '../shared/rules.js'
import type { CannedStore } from './canned-store.js'
import { ticketCursor } from './cursor.js'
import type { TicketFilter, TicketListStore, TicketSort } from './list-store.js'
import type { Lookers } from './lookers.js'
import {
  addNote,
  addReply,
  applyChange,
  changedFields,
  decideOpening,
  firstReplyDueMs,
  FOR_PLAYERS,
  freshness,
  orderTicket,
  readChange,
  stateOf,
  type WrittenTicket,
} from './rules.js'
import type { TicketStore } from './store.js'

interface RpcDeps {
  readonly tickets: TicketStore
  readonly lists: Pick<TicketListStore, 'list' | 'count' | 'own'>
  readonly canned: CannedStore
  readonly lookers: Lookers
  readonly accounts: Pick<Accounts, 'known'>
  readonly audit: AuditRecorder
  readonly now: () => number
}

const OWN_MAX = 50

type Handlers = Pick<
  ModerationHandlers,
  | 'openTicket'
  | 'listOwnTickets'
  | 'replyToTicket'
  | 'listTickets'
  | 'exportTickets'
  | 'getTicket'
  | 'updateTicket'
  | 'addTicketNote'
  | 'lookAtTicket'
  | 'listCannedAnswers'
  | 'putCannedAnswer'
  | 'deleteCannedAnswer'
>

export function ticketHandlers({ tickets, lists, canned, lookers, accounts, audit, now }: RpcDeps): Handlers {
  async function toMessage(written: Awaited<ReturnType<TicketStore['change']>>, call: Call): Promise<TicketMessage> {
    if (!written) throw new KlaError('TICKET_NOT_FOUND')
    if (written === 'stale') throw new KlaError('CHANGED_MEANWHILE')
    if (written === 'too-many') throw new KlaError('INVALID_FIELD', TOO_MANY_ENTRIES)
    return toProto(written, await accounts.known([written.ticket.accountId], call, { providerIdentity: true }))
  }

  return {
    /** Idempotent. Errors: TICKET_FIELDS_REQUIRED, INVALID_FIELD, RATE_LIMITED. */
    async openTicket({ relatedStripeEmail, relatedRoomId, relatedOrderId, relatedBattleId, ...rest }, call) {
      const { accountId } = await call.principal({ allowBanned: true })
      const about = {
        receiptEmail: relatedStripeEmail,
        roomId: relatedRoomId,
        orderId: relatedOrderId,
        battleId: relatedBattleId,
      }
      const order = accepted(orderTicket({ ...rest, ...about, accountId }))
      const nowMs = now()
      return accepted(await tickets.open(order, nowMs, (recent) => decideOpening(order, recent, nowMs)))
    },

    async listOwnTickets(_request, call) {
      const { accountId } = await call.principal({ allowBanned: true })
      return { tickets: (await lists.own(accountId, OWN_MAX)).map(toProtoForPlayer) }
    },

    /** Idempotent by the reply's id. Errors: TICKET_NOT_FOUND, INVALID_FIELD, RATE_LIMITED. */
    async replyToTicket({ id, replyId: noteId, text }, call) {
      const { accountId } = await call.principal({ allowBanned: true })
      const wanted = accepted(readNote({ noteId, text }, TICKET_MESSAGE_MAX))
      const nowMs = now()
      const written = isId(id)
        ? await tickets.reply(id, accountId, (known) => addReply(known, wanted, nowMs))
        : undefined
      if (!written) throw new KlaError('TICKET_NOT_FOUND')
      if (written === 'too-fast') throw new KlaError('RATE_LIMITED')
      if (written === 'too-many') throw new KlaError('INVALID_FIELD', TOO_MANY_ENTRIES)
      return toProtoForPlayer(written)
    },

    async listTickets({ page, pageSize, after, ...given }, call) {
      const administrator = await call.administrator('tickets.read')
      const { filter, sort } = searchOf(given, administrator)
      const cursor = ticketCursor(filter, sort)
      const rows = accepted(pageFrom({ page, pageSize, after }, cursor))
      const { tickets: found, total, next } = await lists.list(filter, rows, sort)
      const authors = found.map(({ ticket }) => ticket.accountId)
      const shown = { tickets: found.map(({ ticket }) => ticket.id), accounts: [...new Set(authors)] }
      const [known] = await Promise.all([
        accounts.known(authors, call, { providerIdentity: true }),
        audit.record({
          ...auditedBy(administrator, call, now),
          action: 'tickets.list',
          subjectKind: '',
          subjectId: '',
          restricted: false,
          details: JSON.stringify({
            ...rows,
            ...searchDetails(filter, sort),
            ...shown,
          }),
        }),
      ])
      return { tickets: found.map((ticket) => toProto(ticket, known)), total, next: next && cursor.write(next) }
    },

    async *exportTickets({ list }, call) {
      const administrator = await call.administrator('tickets.read')
      if (!list) throw new KlaError('INVALID_FIELD')
      // Newest first, whatever the list's sort: an answer during the export must not move a ticket.
      const { filter } = searchOf(list, administrator)
      const total = await lists.count(filter)
      await audit.record({
        ...auditedBy(administrator, call, now),
        action: 'tickets.export',
        subjectKind: '',
        subjectId: '',
        restricted: false,
        details: JSON.stringify({ ...searchDetails(filter, undefined), rows: Math.min(total, EXPORT_ROWS_MAX) }),
      })
      const pages = exportedPages(async (page) => {
        const { tickets: rows, next } = await lists.list(filter, page)
        return { rows, next }
      })
      yield { tickets: [], total }
      for await (const rows of pages) {
        const authors = rows.map(({ ticket }) => ticket.accountId)
        const known = await accounts.known(authors, call, { providerIdentity: true })
        yield { tickets: rows.map((ticket) => ({ ...toProto(ticket, known), userEmail: '' })), total }
      }
    },

    async getTicket({ id }, call) {
      const administrator = await call.administrator('tickets.read')
      const found = isId(id) ? await tickets.find(id) : undefined
      if (!found) throw new KlaError('TICKET_NOT_FOUND')
      const { accountId } = found.ticket
      const [known] = await Promise.all([
        accounts.known([accountId], call, { providerIdentity: true }),
        audit.record({
          ...auditedBy(administrator, call, now),
          action: 'tickets.read',
          subjectKind: 'ticket',
          subjectId: String(id),
          restricted: false,
          details: JSON.stringify({ account_id: accountId }),
        }),
      ])
      return toProto(found, known)
    },

    async updateTicket({ id, version, append: _, ...wanted }, call) {
      const administrator = await call.administrator('tickets.answer')
      const change = accepted(readChange(wanted))
      const by = auditedBy(administrator, call, now)
      const written = await tickets.change(
        id,
        (known) => {
          const fresh = freshness(known, change, { id: administrator.id, version })
          if (fresh !== 'fresh') return fresh === 'stale' ? 'stale' : 'unchanged'
          return applyChange(known, change, administrator, by.atMs)
        },
        (before, changed) => ({
          ...by,
          action: 'tickets.update',
          subjectKind: 'ticket',
          subjectId: String(id),
          restricted: false,
          details: JSON.stringify({ account_id: before.accountId, ...changedFields(before, changed) }),
        }),
      )
      return toMessage(written, call)
    },

    /** Idempotent by the note's id. Errors: INVALID_FIELD, TICKET_NOT_FOUND. */
    async addTicketNote({ id, ...given }, call) {
      const administrator = await call.administrator('tickets.answer')
      const note = accepted(readNote(given, TICKET_MESSAGE_MAX))
      const by = auditedBy(administrator, call, now)
      const written = await tickets.change(
        id,
        (known) => {
          const changed = addNote(known, note, administrator, by.atMs)
          return changed === 'too-many' || changed.differs ? changed : 'unchanged'
        },
        (before) => ({
          ...by,
          action: 'tickets.note',
          subjectKind: 'ticket',
          subjectId: String(id),
          restricted: false,
          details: JSON.stringify({ account_id: before.accountId, note: note.noteId }),
        }),
      )
      return toMessage(written, call)
    },

    /** Fails with UNAVAILABLE if Redis is down. */
    async lookAtTicket({ id, looking }, call) {
      const administrator = await call.administrator('tickets.answer')
      if (!isId(id)) throw new KlaError('TICKET_NOT_FOUND')
      return { others: [...(await lookers.look(id, administrator, { looking, nowMs: now() }))] }
    },

    async listCannedAnswers(_request, call) {
      await call.administrator('tickets.read')
      return { answers: [...(await canned.list())] }
    },

    /** Idempotent. Errors: INVALID_FIELD, CHANGED_MEANWHILE. */
    async putCannedAnswer({ id, title: givenTitle, text: givenText, version }, call) {
      const administrator = await call.administrator('tickets.answer')
      if (!isUuid(id)) throw invalidField('id')
      const title = accepted(requiredText(givenTitle, CANNED_TITLE_MAX, 'title'))
      const text = accepted(requiredText(givenText, TICKET_MESSAGE_MAX, 'text'))
      if (!hasKnownFields(text)) throw invalidField('text')
      if (version < 0) throw invalidField('version')
      const by = auditedBy(administrator, call, now)
      const change = { id: id.toLowerCase(), title, text, changedAtMs: by.atMs, changedBy: administrator.name }
      const put = await canned.put({ ...change, on: version }, cannedAudit(by, 'tickets.canned-put', change))
      if (put === 'stale') throw new KlaError('CHANGED_MEANWHILE')
      if (put === 'too-many') throw new KlaError('INVALID_FIELD', TOO_MANY_CANNED)
      return put
    },

    /** Idempotent. Errors: INVALID_FIELD, CHANGED_MEANWHILE. */
    async deleteCannedAnswer({ id, version }, call) {
      const administrator = await call.administrator('tickets.answer')
      if (!isUuid(id)) throw invalidField('id')
      const by = auditedBy(administrator, call, now)
      const deleted = await canned.delete(id.toLowerCase(), version, cannedAudit(by, 'tickets.canned-delete', { id }))
      if (deleted === 'stale') throw new KlaError('CHANGED_MEANWHILE')
      return {}
    },
  }
}

/** Filters and order as received. Throws INVALID_FIELD. */
function searchOf(
  {
    resolved,
    mine,
    ...given
  }: Pick<ListTicketsRequest, 'q' | 'resolved' | 'category' | 'priority' | 'state' | 'mine' | 'sort'>,
  { id }: Pick<Administrator, 'id'>,
): { readonly filter: TicketFilter; readonly sort: TicketSort | undefined } {
  const filter = {
    q: accepted(plainText(given.q, SEARCH_MAX, 'q')),
    resolved,
    category: optional(TICKET_CATEGORIES, given.category, 'category'),
    priority: optional(TICKET_PRIORITIES, given.priority, 'priority'),
    state: optional(TICKET_STATES, given.state, 'state'),
    assigneeId: mine ? id : undefined,
  }
  return { filter, sort: optional(TICKET_SORTS, given.sort, 'sort') }
}

/** Search without its text. */
const searchDetails = (
  { q, resolved, category, priority, state, assigneeId }: TicketFilter,
  sort: TicketSort | undefined,
) => ({
  ...(q !== '' && { q: true }),
  resolved,
  category,
  priority,
  ...(state && { state }),
  ...(assigneeId !== undefined && { mine: true }),
  ...(sort && { sort }),
})

const TOO_MANY_CANNED = `There can be ${CANNED_ANSWERS_MAX} canned answers. Delete one first.`

/** True if every field in braces is one that pages fill. */
const hasKnownFields = (text: string): boolean =>
  [...text.matchAll(/\{([^{}]*)\}/g)].every(([, field]) => isOneOf(CANNED_FIELDS, field!))

const cannedAudit = (
  by: ReturnType<typeof auditedBy>,
  action: 'tickets.canned-put' | 'tickets.canned-delete',
  { id, title }: { readonly id: string; readonly title?: string },
) => ({
  ...by,
  action,
  subjectKind: 'canned-answer',
  subjectId: id.toLowerCase(),
  restricted: false,
  details: JSON.stringify({ ...(title !== undefined && { title }) }),
})

const TOO_MANY_ENTRIES = 'There are too many answers and notes to this ticket.'

const optional = <const T extends string>(choices: readonly T[], given: string, field: string): T | undefined =>
  given === '' ? undefined : accepted(choice(choices, given, field))

function toProto(written: WrittenTicket, accounts: ReadonlyMap<number, Member>): TicketMessage {
  const account = accounts.get(written.ticket.accountId)
  const entries = written.entries.map(({ kind, text, by, atMs }) => ({ kind, text, by, atMs }))
  const { diagnosticsJson } = written.ticket
  const userName = (account?.shownAs === ShownAs.DISCORD ? account.username : account?.playerName) ?? ''
  return {
    ...fieldsOf(written),
    ...versionOf(written),
    assigneeId: written.ticket.assigneeId ?? 0,
    assignee: written.ticket.assignee,
    userName,
    userEmail: account?.email ?? '',
    entries,
    diagnosticsJson,
  }
}

const toProtoForPlayer = (written: WrittenTicket): TicketMessage => ({
  ...fieldsOf(written),
  assigneeId: 0,
  assignee: '',
  userName: '',
  userEmail: '',
  diagnosticsJson: '',
  entries: written.entries
    .filter(({ kind }) => FOR_PLAYERS.includes(kind))
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
  state: stateOf(ticket),
  firstReplyAtMs: ticket.firstReplyAtMs ?? 0,
  firstReplyDueMs: firstReplyDueMs(ticket),
  relatedOrderId: ticket.orderId,
  relatedBattleId: ticket.battleId,
})

const versionOf = ({ ticket }: WrittenTicket) => ({
  version: ticket.version,
  changedAtMs: ticket.changedAtMs ?? 0,
  changedBy: ticket.changedBy,
})
