import type { Refused } from '@kla/chassis'
import {
  type Freshness,
  freshnessOf,
  LINK_BANDS,
  LINK_OUTCOMES,
  LINK_SIDES,
  LINK_STEPS,
  refusedField,
  TICKET_CATEGORIES,
  TICKET_CLOCKS_MS,
  TICKET_MESSAGE_MAX,
  TICKET_PRIORITIES,
  TICKET_REPLIES_PER_HOUR,
  TICKET_SUBJECT_MAX,
  type TicketCategory,
  type TicketPriority,
  TICKETS_PER_HOUR,
  type TicketState,
  type Versioned,
} from '@kla/proto/web'
import type { WantedNote } from '../shared/notes.js'
import { choice, isRefused, plainText, requiredText, soundFields } from '../shared/rules.js'

/** A player's request for support. */
export interface Ticket extends Versioned {
  readonly id: number
  readonly accountId: number
  readonly createdAtMs: number
  readonly subject: string
  readonly message: string
  readonly category: TicketCategory
  readonly priority: TicketPriority
  readonly resolved: boolean
  readonly receiptEmail: string
  readonly roomId: string
  readonly diagnosticsJson: string
  readonly orderId: string
  readonly battleId: string
  /** Answered, so it is the player's turn. */
  readonly waiting: boolean
  readonly assigneeId: number | undefined
  readonly assignee: string
  readonly firstReplyAtMs: number | undefined
  readonly changedAtMs: number | undefined
  readonly changedBy: string
}

/** Kinds of entries. "original" is the message before an edit. Players see answers and their replies. */
export type EntryKind = 'answer' | 'note' | 'original' | 'reply'

/** An answer, note or replaced message. */
export interface TicketEntry {
  readonly ticketId: number
  readonly kind: EntryKind
  readonly text: string
  /** Author; for an original, the administrator who replaced it. */
  readonly byId: number
  readonly by: string
  readonly atMs: number
  readonly entryId?: string | undefined
}

export interface WrittenTicket {
  readonly ticket: Ticket
  readonly entries: readonly TicketEntry[]
}

export const FOR_PLAYERS: readonly EntryKind[] = ['answer', 'reply']
export const FOR_ADMINISTRATORS: readonly EntryKind[] = ['answer', 'note', 'original', 'reply']

const ENTRIES_MAX = 100

/** A validated ticket before it is stored. */
export type TicketOrder = Omit<
  Ticket,
  | 'id'
  | 'createdAtMs'
  | 'resolved'
  | 'waiting'
  | 'assigneeId'
  | 'assignee'
  | 'firstReplyAtMs'
  | keyof Versioned
  | 'changedAtMs'
  | 'changedBy'
>

const SAME_TICKET_MS = 60_000
/** RFC 5321: 64 octets, "@" and 255. */
const EMAIL_MAX = 320
/** Length of the id of a room, order or battle. */
const RELATED_ID_MAX = 64

export function orderTicket(
  given: Omit<TicketOrder, 'category' | 'priority'> & { readonly category: string; readonly priority: string },
): TicketOrder | Refused {
  const subject = plainText(given.subject, TICKET_SUBJECT_MAX, 'subject')
  const message = plainText(given.message, TICKET_MESSAGE_MAX, 'message')
  if (subject === '' || message === '') return { refused: 'TICKET_FIELDS_REQUIRED' }
  const { accountId, diagnosticsJson } = given
  const isSound = diagnosticsJson === '' || isDiagnostics(diagnosticsJson)
  return soundFields({
    accountId,
    subject,
    message,
    category: choice(TICKET_CATEGORIES, given.category === '' ? 'Technical' : given.category, 'category'),
    priority: choice(TICKET_PRIORITIES, given.priority === '' ? 'Normal' : given.priority, 'priority'),
    receiptEmail: plainText(given.receiptEmail, EMAIL_MAX, 'related_stripe_email'),
    roomId: plainText(given.roomId, RELATED_ID_MAX, 'related_room_id'),
    diagnosticsJson: isSound ? diagnosticsJson : refusedField('diagnostics'),
    orderId: plainText(given.orderId, RELATED_ID_MAX, 'related_order_id'),
    battleId: plainText(given.battleId, RELATED_ID_MAX, 'related_battle_id'),
  })
}

const DIAGNOSTICS_MAX = 8_192
const DIAGNOSTICS_WORDS: ReadonlySet<string> = new Set([
  ...LINK_BANDS,
  ...LINK_SIDES,
  ...LINK_STEPS,
  ...LINK_OUTCOMES,
  'direct',
  'relayed',
  'route',
  'seconds',
  'steps',
  'at',
  'step',
  'outcome',
  'side',
])

/** Accepts only known words and numbers, so that no address gets in. */
function isDiagnostics(json: string): boolean {
  if (json.length > DIAGNOSTICS_MAX || !json.startsWith('{')) return false
  try {
    JSON.parse(json, (key, value: unknown) => {
      const known = key === '' || /^\d+$/.test(key) || DIAGNOSTICS_WORDS.has(key)
      if (!known || (typeof value === 'string' && !DIAGNOSTICS_WORDS.has(value))) throw new Error('unknown diagnostics')
      return value
    })
    return true
  } catch {
    return false
  }
}

export type Opening = { readonly kind: 'new' } | { readonly kind: 'repeated'; readonly ticketId: number }

/** `recent`: the last hour's tickets, newest first. */
export function decideOpening(order: TicketOrder, recent: readonly Ticket[], nowMs: number): Opening | Refused {
  const same = recent.find((ticket) => ticket.createdAtMs > nowMs - SAME_TICKET_MS && isOrdered(ticket, order))
  if (same) return { kind: 'repeated', ticketId: same.id }
  return recent.length >= TICKETS_PER_HOUR ? { refused: 'RATE_LIMITED' } : { kind: 'new' }
}

const isOrdered = (ticket: TicketOrder, order: TicketOrder): boolean =>
  (Object.keys(order) as (keyof TicketOrder)[]).every((field) => ticket[field] === order[field])

/** An administrator's change; absent fields stay. */
export interface TicketChange {
  readonly resolved?: boolean
  readonly message?: string
  readonly note?: string
  /** Shown to the player; final. */
  readonly answer?: string
  readonly category?: TicketCategory
  readonly priority?: TicketPriority
  /** True takes it, false leaves it to no one. */
  readonly taken?: boolean
}

interface WantedChange {
  readonly resolved?: boolean | undefined
  readonly message?: string | undefined
  readonly note?: string | undefined
  readonly answer?: string | undefined
  readonly category?: string | undefined
  readonly priority?: string | undefined
  readonly taken?: boolean | undefined
}

export function readChange({ resolved, category, priority, taken, ...texts }: WantedChange): TicketChange | Refused {
  const { message, note, answer } = texts
  const read = soundFields({
    ...(message !== undefined && { message: requiredText(message, TICKET_MESSAGE_MAX, 'message') }),
    ...(note !== undefined && { note: plainText(note, TICKET_MESSAGE_MAX, 'note') }),
    ...(answer !== undefined && { answer: requiredText(answer, TICKET_MESSAGE_MAX, 'answer') }),
    ...(category !== undefined && { category: choice(TICKET_CATEGORIES, category, 'category') }),
    ...(priority !== undefined && { priority: choice(TICKET_PRIORITIES, priority, 'priority') }),
  })
  if (isRefused(read)) return read
  const { note: written, ...fields } = read
  return {
    ...fields,
    ...(written && { note: written }),
    ...(resolved !== undefined && { resolved }),
    ...(taken !== undefined && { taken }),
  }
}

/** A changed ticket and its new entries. */
export interface ChangedTicket {
  readonly ticket: Ticket
  readonly added: readonly TicketEntry[]
  readonly differs: boolean
}

const SAME_ENTRY_MS = 10_000

/** Idempotent. Returns 'too-many' beyond the limit of entries. */
export function applyChange(
  { ticket, entries }: WrittenTicket,
  { note, answer, message, taken, ...fields }: TicketChange,
  by: { readonly id: number; readonly name: string },
  nowMs: number,
): ChangedTicket | 'too-many' {
  const entry = (kind: EntryKind, text: string): TicketEntry => ({
    ticketId: ticket.id,
    kind,
    text,
    byId: by.id,
    by: by.name,
    atMs: nowMs,
  })
  const isRepeat = ({ kind, text }: TicketEntry): boolean =>
    entries.some(
      (one) => one.kind === kind && one.text === text && one.byId === by.id && one.atMs > nowMs - SAME_ENTRY_MS,
    )
  const edited = message !== undefined && message !== ticket.message
  const wanted = [
    ...(edited ? [entry('original', ticket.message)] : []),
    ...(note === undefined ? [] : [entry('note', note)]),
    ...(answer === undefined ? [] : [entry('answer', answer)]),
  ]
  const added = wanted.filter((one) => one.kind === 'original' || !isRepeat(one))
  if (added.length > 0 && entries.length + added.length > ENTRIES_MAX) return 'too-many'
  const resolved = fields.resolved ?? ticket.resolved
  const answered = added.some(({ kind }) => kind === 'answer')
  const after = {
    ...ticket,
    ...fields,
    ...(edited ? { message } : {}),
    ...(taken === undefined ? {} : assigned(taken ? by : undefined)),
    ...(answered ? { firstReplyAtMs: ticket.firstReplyAtMs ?? nowMs } : {}),
    waiting: !resolved && (answered || (ticket.waiting && fields.resolved === undefined)),
  }
  const differs = added.length > 0 || CHANGING.some((field) => after[field] !== ticket[field])
  return { ticket: differs ? changedBy(after, by, nowMs) : ticket, added, differs }
}

const FIELDS = ['message', 'category', 'priority', 'resolved'] as const satisfies readonly (keyof Ticket)[]
const CHANGING = [...FIELDS, 'waiting', 'assigneeId'] as const satisfies readonly (keyof Ticket)[]

const assigned = (to: { readonly id: number; readonly name: string } | undefined) => ({
  assigneeId: to?.id,
  assignee: to?.name ?? '',
})

/** State as pages show it. */
export const stateOf = ({ resolved, waiting }: Pick<Ticket, 'resolved' | 'waiting'>): TicketState =>
  resolved ? 'resolved' : waiting ? 'waiting' : 'open'

/** Unix milliseconds. */
export const firstReplyDueMs = ({ createdAtMs, priority }: Pick<Ticket, 'createdAtMs' | 'priority'>): number =>
  createdAtMs + TICKET_CLOCKS_MS[priority]

const changedBy = (
  ticket: Ticket,
  { id, name }: { readonly id: number; readonly name: string },
  nowMs: number,
): Ticket => ({
  ...ticket,
  version: ticket.version + 1,
  changedAtMs: nowMs,
  changedById: id,
  changedBy: name,
})

export const freshness = (
  { ticket, entries }: WrittenTicket,
  { note, answer, taken, ...fields }: TicketChange,
  { id: byId, version }: { readonly id: number; readonly version: number | undefined },
): Freshness =>
  freshnessOf(ticket, { version, byId }, () => {
    const isThere = (kind: EntryKind, text: string | undefined): boolean =>
      text === undefined || entries.some((one) => one.kind === kind && one.text === text && one.byId === byId)
    const asWanted = FIELDS.every((field) => fields[field] === undefined || fields[field] === ticket[field])
    const asTaken = taken === undefined || ticket.assigneeId === (taken ? byId : undefined)
    return asWanted && asTaken && isThere('note', note) && isThere('answer', answer)
  })

export function addNote(
  { ticket, entries }: WrittenTicket,
  { noteId: entryId, text }: WantedNote,
  by: { readonly id: number; readonly name: string },
  nowMs: number,
): ChangedTicket | 'too-many' {
  if (entries.some((entry) => entry.entryId === entryId)) return { ticket, added: [], differs: false }
  if (entries.length >= ENTRIES_MAX) return 'too-many'
  const entry = { ticketId: ticket.id, kind: 'note' as const, text, byId: by.id, by: by.name, atMs: nowMs, entryId }
  return { ticket: changedBy(ticket, by, nowMs), added: [entry], differs: true }
}

const REPLIES_WITHIN_MS = 3_600_000

/** Adds a player's reply, which opens the ticket again. */
export function addReply(
  { ticket, entries }: WrittenTicket,
  { noteId: entryId, text }: WantedNote,
  nowMs: number,
): ChangedTicket | 'too-many' | 'too-fast' {
  if (entries.some((entry) => entry.entryId === entryId)) return { ticket, added: [], differs: false }
  const replies = entries.filter(({ kind, atMs }) => kind === 'reply' && atMs > nowMs - REPLIES_WITHIN_MS)
  if (replies.length >= TICKET_REPLIES_PER_HOUR) return 'too-fast'
  if (entries.length >= ENTRIES_MAX) return 'too-many'
  const entry = { ticketId: ticket.id, kind: 'reply' as const, text, byId: 0, by: '', atMs: nowMs, entryId }
  const open = { ...ticket, waiting: false, resolved: false }
  return { ticket: changedBy(open, { id: 0, name: '' }, nowMs), added: [entry], differs: true }
}

export const changedFields = (before: Ticket, { ticket, added }: ChangedTicket) => ({
  ...(before.resolved === ticket.resolved ? {} : { resolved: { from: before.resolved, to: ticket.resolved } }),
  ...(before.category === ticket.category ? {} : { category: { from: before.category, to: ticket.category } }),
  ...(before.priority === ticket.priority ? {} : { priority: { from: before.priority, to: ticket.priority } }),
  ...(before.assigneeId === ticket.assigneeId ? {} : { assignee: { from: before.assigneeId, to: ticket.assigneeId } }),
  ...(before.message === ticket.message ? {} : { message: 'edited' }),
  ...(added.some(({ kind }) => kind === 'answer') ? { answer: 'added' } : {}),
  ...(added.some(({ kind }) => kind === 'note') ? { notes: 'added' } : {}),
})
