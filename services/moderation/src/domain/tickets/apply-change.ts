import type { EntryKind, Ticket, TicketEntry } from './ticket.js'
import type { TicketChange } from './ticket-change.js'

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
