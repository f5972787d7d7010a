import type { TicketChange, TicketView } from '@kla/proto/web'

/** What an administrator fills in; what is not touched follows the ticket. */
export interface TicketDraft extends Pick<TicketView, 'resolved' | 'message' | 'category' | 'priority'> {
  /** For the player to read. */
  answer: string
  /** For administrators, beside those that are there. */
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

/** A message can be put into other words, not taken away. */
export const isWithoutMessage = (draft: TicketDraft): boolean => draft.message.trim() === ''

/** What has to be sent: only what is other than it was. Null for nothing. */
export function changeOf(ticket: TicketView, draft: TicketDraft): TicketChange | null {
  const message = draft.message.trim()
  const answer = draft.answer.trim()
  const note = draft.note.trim()
  const change: TicketChange = {
    ...(draft.resolved !== ticket.resolved && { resolved: draft.resolved }),
    ...(message !== ticket.message.trim() && { message }),
    ...(draft.category !== ticket.category && { category: draft.category }),
    ...(draft.priority !== ticket.priority && { priority: draft.priority }),
    ...(answer !== '' && { answer }),
    ...(note !== '' && { note, append: true }),
  }
  return Object.keys(change).length === 0 ? null : change
}

/** What takes a change back, as far as that can be: texts that somebody may have read stay. Null for nothing. */
export function inverseOf(before: TicketView, change: TicketChange): TicketChange | null {
  const inverse: TicketChange = {
    ...(change.resolved !== undefined && { resolved: before.resolved }),
    ...(change.category !== undefined && { category: before.category }),
    ...(change.priority !== undefined && { priority: before.priority }),
  }
  return Object.keys(inverse).length === 0 ? null : inverse
}

/** What a change of the fields is called: 'resolved, Normal → Urgent'. */
export const changeWords = (before: TicketView, change: TicketChange): string =>
  [
    ...(change.resolved === undefined ? [] : [change.resolved ? 'resolved' : 'unresolved']),
    ...(change.category === undefined ? [] : [`${before.category} → ${change.category}`]),
    ...(change.priority === undefined ? [] : [`${before.priority} → ${change.priority}`]),
  ].join(', ')
