import type { TicketChange, TicketView } from '@kla/proto/web'
import type { Fields } from '../kit/conflict.js'
import { isBlank } from '../kit/forms.js'

/** Form values; untouched fields follow the ticket. */
export type TicketDraft = Pick<TicketView, 'resolved' | 'message' | 'category' | 'priority'>

/** Fields edited but not saved yet. */
export interface TicketEdits extends Partial<TicketDraft> {
  /** Version on which the first edit was made. */
  on?: number
}

export const NO_EDITS: TicketEdits = {}

export const draftOf = (ticket: TicketView, { on: _, ...edits }: TicketEdits): TicketDraft => ({
  resolved: ticket.resolved,
  message: ticket.message,
  category: ticket.category,
  priority: ticket.priority,
  ...edits,
})

/** Adds an edit; a field equal to the ticket's is none. */
export function edited(ticket: TicketView, before: TicketEdits, part: Partial<TicketDraft>): TicketEdits {
  const { on = ticket.version, ...fields } = before
  const kept = Object.entries({ ...fields, ...part }).filter(
    ([name, value]) => ticket[name as keyof TicketDraft] !== value,
  )
  return kept.length === 0 ? NO_EDITS : { on, ...(Object.fromEntries(kept) as Partial<TicketDraft>) }
}

/** Drops the edits that were sent, but none that was made meanwhile. */
export function withoutSent({ on, ...fields }: TicketEdits, sent: TicketEdits): TicketEdits {
  const left = Object.entries(fields).filter(([name, value]) => sent[name as keyof TicketDraft] !== value)
  if (left.length === 0) return NO_EDITS
  return { ...(on !== undefined && { on }), ...(Object.fromEntries(left) as Partial<TicketDraft>) }
}

export const isWithoutMessage = (draft: TicketDraft): boolean => isBlank(draft.message)

/** Returns the changed fields, or null if none changed. */
export function changeOf(ticket: TicketView, draft: TicketDraft): TicketChange | null {
  const message = draft.message.trim()
  const change: TicketChange = {
    ...(draft.resolved !== ticket.resolved && { resolved: draft.resolved }),
    ...(message !== ticket.message.trim() && { message }),
    ...(draft.category !== ticket.category && { category: draft.category }),
    ...(draft.priority !== ticket.priority && { priority: draft.priority }),
  }
  return Object.keys(change).length === 0 ? null : change
}

/** Change that undoes another, or null. Answers and notes stay, as they may have been read. */
export function inverseOf(before: TicketView, change: TicketChange): TicketChange | null {
  const inverse: TicketChange = {
    ...(change.resolved !== undefined && { resolved: before.resolved }),
    ...(change.category !== undefined && { category: before.category }),
    ...(change.priority !== undefined && { priority: before.priority }),
  }
  return Object.keys(inverse).length === 0 ? null : inverse
}

/** Describes a change: 'resolved, Normal → Urgent'. */
export const changeWords = (before: TicketView, change: TicketChange): string =>
  [
    ...(change.resolved === undefined ? [] : [change.resolved ? 'resolved' : 'unresolved']),
    ...(change.category === undefined ? [] : [`${before.category} → ${change.category}`]),
    ...(change.priority === undefined ? [] : [`${before.priority} → ${change.priority}`]),
  ].join(', ')

const resolvedWords = (resolved: unknown): string => (resolved ? 'Resolved' : 'Unresolved')

export const ticketFields = (ticket: TicketView): Fields => ({
  Answer: ticket.entries.findLast(({ kind }) => kind === 'answer')?.text ?? '',
  Reply: ticket.entries.findLast(({ kind }) => kind === 'reply')?.text ?? '',
  Assignee: ticket.assignee ?? 'No one',
  State: resolvedWords(ticket.resolved),
  Category: ticket.category,
  Priority: ticket.priority,
  Message: ticket.message,
  'Last note': ticket.entries.findLast(({ kind }) => kind === 'note')?.text ?? '',
})

/** Fields of a change as a conflict compares them. */
export const changedFields = ({ answer, resolved, category, priority, message }: TicketChange): Fields => ({
  ...(answer !== undefined && { Answer: answer }),
  ...(resolved !== undefined && { State: resolvedWords(resolved) }),
  ...(category !== undefined && { Category: category }),
  ...(priority !== undefined && { Priority: priority }),
  ...(message !== undefined && { Message: message }),
})
