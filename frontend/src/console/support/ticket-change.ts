import type { TicketChange, TicketView } from '@kla/proto/web'
import { visibleText } from '@kla/proto/web'

/** Form values; untouched fields follow the ticket. */
export interface TicketDraft extends Pick<TicketView, 'resolved' | 'message' | 'category' | 'priority'> {
  answer: string
  /** Only administrators read this; appended to earlier notes. */
  note: string
}
export type TicketEdits = Partial<TicketDraft>

export const draftOf = (ticket: TicketView, edits: TicketEdits): TicketDraft => ({
  resolved: ticket.resolved,
  message: ticket.message,
  category: ticket.category,
  priority: ticket.priority,
  answer: '',
  note: '',
  ...edits,
})

export const isWithoutMessage = (draft: TicketDraft): boolean => visibleText(draft.message) === ''

/** Only the changed fields; null for none. */
export function changeOf(ticket: TicketView, draft: TicketDraft): TicketChange | null {
  const message = visibleText(draft.message)
  const answer = visibleText(draft.answer)
  const note = visibleText(draft.note)
  const change: TicketChange = {
    ...(draft.resolved !== ticket.resolved && { resolved: draft.resolved }),
    ...(message !== visibleText(ticket.message) && { message }),
    ...(draft.category !== ticket.category && { category: draft.category }),
    ...(draft.priority !== ticket.priority && { priority: draft.priority }),
    ...(answer !== '' && { answer }),
    ...(note !== '' && { note, append: true }),
  }
  return Object.keys(change).length === 0 ? null : change
}

/** Answers and notes stay, they may have been read. Null for nothing. */
export function inverseOf(before: TicketView, change: TicketChange): TicketChange | null {
  const inverse: TicketChange = {
    ...(change.resolved !== undefined && { resolved: before.resolved }),
    ...(change.category !== undefined && { category: before.category }),
    ...(change.priority !== undefined && { priority: before.priority }),
  }
  return Object.keys(inverse).length === 0 ? null : inverse
}

/** For example 'resolved, Normal → Urgent'. */
export const changeWords = (before: TicketView, change: TicketChange): string =>
  [
    ...(change.resolved === undefined ? [] : [change.resolved ? 'resolved' : 'unresolved']),
    ...(change.category === undefined ? [] : [`${before.category} → ${change.category}`]),
    ...(change.priority === undefined ? [] : [`${before.priority} → ${change.priority}`]),
  ].join(', ')
