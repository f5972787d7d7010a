import {
  TICKET_CATEGORIES, TICKET_MESSAGE_MAX, TICKET_PRIORITIES, TICKET_SUBJECT_MAX, type TicketCategory, type TicketPriority,
} from '@kla/proto/web'
import { isOneOf, isRefused, plainText, type Refused } from '../shared/rules.js'

/** A support ticket without what was written to it. */
export interface Ticket {
  readonly id: number
  readonly accountId: number
  /** Unix milliseconds. */
  readonly createdAtMs: number
  readonly subject: string
  readonly message: string
  readonly category: TicketCategory
  readonly priority: TicketPriority
  readonly resolved: boolean
  /** Where the receipt went that it is about; empty for none, as the room. */
  readonly receiptEmail: string
  readonly roomId: string
}

/** "answer" is for the player; "note", and "original" (the message before an edit), for administrators alone. */
export type EntryKind = 'answer' | 'note' | 'original'

export interface TicketEntry {
  readonly ticketId: number
  readonly kind: EntryKind
  readonly text: string
  /** Who wrote it down; of an original, who put another message in its place. */
  readonly byId: number
  readonly by: string
  /** Unix milliseconds. */
  readonly atMs: number
}

/** What a player reads. */
export const FOR_PLAYERS: readonly EntryKind[] = ['answer']
export const FOR_ADMINISTRATORS: readonly EntryKind[] = ['answer', 'note', 'original']

/** Entries of one ticket. Nobody reads more, and every page carries them. */
export const ENTRIES_MAX = 100

/** What somebody may open a ticket with. */
export type TicketOrder = Omit<Ticket, 'id' | 'createdAtMs' | 'resolved'>

/** Within this time the same order is one ticket that was sent twice, milliseconds. */
export const SAME_TICKET_MS = 60_000

/** As long as an address and a room's id can be. */
const EMAIL_MAX = 320
const ROOM_ID_MAX = 64

/** The same as it comes, where nothing was checked. */
interface WantedTicket extends Omit<TicketOrder, 'category' | 'priority'> {
  readonly category: string
  readonly priority: string
}

/** Reads a ticket that somebody wants to open, or says what is wrong. Without category or priority: the usual ones. */
export function orderTicket(given: WantedTicket): TicketOrder | Refused {
  const subject = plainText(given.subject, TICKET_SUBJECT_MAX)
  const message = plainText(given.message, TICKET_MESSAGE_MAX)
  if (subject === '' || message === '') return { refused: 'TICKET_FIELDS_REQUIRED' }
  const receiptEmail = plainText(given.receiptEmail, EMAIL_MAX)
  const roomId = plainText(given.roomId, ROOM_ID_MAX)
  const category = given.category === '' ? 'Technical' : given.category
  const priority = given.priority === '' ? 'Normal' : given.priority
  if (isRefused(subject) || isRefused(message) || isRefused(receiptEmail) || isRefused(roomId)) return INVALID_TICKET
  if (!isOneOf(TICKET_CATEGORIES, category) || !isOneOf(TICKET_PRIORITIES, priority)) return INVALID_TICKET
  return { accountId: given.accountId, subject, message, category, priority, receiptEmail, roomId }
}

/** Whether a ticket is what was ordered, in all that somebody may say. */
export const isOrdered = (ticket: TicketOrder, order: TicketOrder): boolean =>
  (Object.keys(order) as (keyof TicketOrder)[]).every((field) => ticket[field] === order[field])

const INVALID_TICKET: Refused = { refused: 'INVALID_FIELD' }

/** What an administrator wants of a ticket. What is not given stays as it is. */
interface TicketChange {
  readonly resolved?: boolean
  /** Takes the place of the message. */
  readonly message?: string
  /** With `append` one more note, without it in the place of all; then an empty one leaves none. */
  readonly note?: { readonly text: string; readonly append: boolean }
  /** For the player to read; never taken back. */
  readonly answer?: string
  readonly category?: TicketCategory
  readonly priority?: TicketPriority
}

/** The change as it comes, where nothing was checked. */
interface WantedChange {
  readonly resolved?: boolean | undefined
  readonly message?: string | undefined
  readonly note?: string | undefined
  readonly append: boolean
  readonly answer?: string | undefined
  readonly category?: string | undefined
  readonly priority?: string | undefined
}

/** Reads a change, or says that something in it is not as it should be. */
export function readChange({ resolved, append, category, priority, ...texts }: WantedChange): TicketChange | Refused {
  const message = optionalText(texts.message)
  const note = optionalText(texts.note)
  const answer = optionalText(texts.answer)
  if (isRefused(message) || isRefused(note) || isRefused(answer)) return INVALID
  // A message or an answer that says nothing would be no change for the better.
  if (message.text === '' || answer.text === '') return INVALID
  if (category !== undefined && !isOneOf(TICKET_CATEGORIES, category)) return INVALID
  if (priority !== undefined && !isOneOf(TICKET_PRIORITIES, priority)) return INVALID
  const nothing = note.text === '' && append
  return {
    ...(resolved === undefined ? {} : { resolved }),
    ...(message.text === undefined ? {} : { message: message.text }),
    ...(note.text === undefined || nothing ? {} : { note: { text: note.text, append } }),
    ...(answer.text === undefined ? {} : { answer: answer.text }),
    ...(category === undefined ? {} : { category }),
    ...(priority === undefined ? {} : { priority }),
  }
}

const INVALID: Refused = { refused: 'INVALID_FIELD' }

function optionalText(given: string | undefined): { readonly text: string | undefined } | Refused {
  if (given === undefined) return { text: undefined }
  const text = plainText(given, TICKET_MESSAGE_MAX)
  return isRefused(text) ? text : { text }
}

/** What a change comes to. */
export interface ChangedTicket {
  readonly ticket: Ticket
  readonly added: readonly TicketEntry[]
  /** Whether the notes that were there go. */
  readonly dropNotes: boolean
}

/** Within this time the same entry by the same administrator is one that was sent twice, milliseconds. */
const SAME_ENTRY_MS = 10_000

/** Applies a change to a ticket. The same change once more comes to nothing. */
export function applyChange(
  { ticket, entries }: { readonly ticket: Ticket; readonly entries: readonly TicketEntry[] },
  { note, answer, message, ...fields }: TicketChange,
  by: { readonly id: number; readonly name: string },
  nowMs: number,
): ChangedTicket {
  const entry = (kind: EntryKind, text: string): TicketEntry => ({
    ...{ ticketId: ticket.id, kind, text, byId: by.id, by: by.name, atMs: nowMs },
  })
  const isRepeat = ({ kind, text }: TicketEntry): boolean =>
    entries.some(
      (one) => one.kind === kind && one.text === text && one.byId === by.id && one.atMs > nowMs - SAME_ENTRY_MS,
    )
  const edited = message !== undefined && message !== ticket.message
  const wanted = [
    ...(edited ? [entry('original', ticket.message)] : []),
    ...(note && note.text !== '' ? [entry('note', note.text)] : []),
    ...(answer === undefined ? [] : [entry('answer', answer)]),
  ]
  const replaces = note !== undefined && !note.append
  return {
    ticket: { ...ticket, ...fields, ...(edited ? { message } : {}) },
    added: wanted.filter((one) => one.kind === 'original' || (one.kind === 'note' && replaces) || !isRepeat(one)),
    dropNotes: replaces,
  }
}

/** What the audit log says of a change: which fields, from what to what; of texts only that they are others. */
export const changeTold = (before: Ticket, { ticket, added, dropNotes }: ChangedTicket) => ({
  ...(before.resolved === ticket.resolved ? {} : { resolved: { from: before.resolved, to: ticket.resolved } }),
  ...(before.category === ticket.category ? {} : { category: { from: before.category, to: ticket.category } }),
  ...(before.priority === ticket.priority ? {} : { priority: { from: before.priority, to: ticket.priority } }),
  ...(before.message === ticket.message ? {} : { message: 'edited' }),
  ...(added.some(({ kind }) => kind === 'answer') ? { answer: 'added' } : {}),
  ...(dropNotes ? { notes: 'replaced' } : added.some(({ kind }) => kind === 'note') ? { notes: 'added' } : {}),
})
