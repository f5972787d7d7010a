import type { CannedAnswerView, TicketPriority, TicketState, TicketView } from '@kla/proto/web'
import type { PillTone } from '../kit/text.js'

export const PRIORITY_TONES: Readonly<Record<TicketPriority, PillTone>> = {
  Low: 'plain',
  Normal: 'plain',
  High: 'amber',
  Urgent: 'red',
}

export const STATE_TONES: Readonly<Record<TicketState, PillTone>> = {
  open: 'amber',
  waiting: 'plain',
  resolved: 'green',
}
export const STATE_WORDS: Readonly<Record<TicketState, string>> = {
  open: 'Open',
  waiting: 'Waiting for the player',
  resolved: 'Resolved',
}

/** Answer or note in a ticket's thread. */
export type TicketEntry = TicketView['entries'][number]

export const ENTRY_WORDS: Readonly<Record<TicketEntry['kind'], string>> = {
  answer: 'Answer',
  note: 'Note',
  original: 'Message before an edit',
  reply: 'Reply from the player',
}

/** Counts code points; a shortened text ends in '…'. */
export function truncated(text: string, max: number): string {
  const characters = [...text]
  return characters.length <= max
    ? text
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}

/** Fills the fields of a canned answer. Unknown ones stay, so that they are seen. */
export const filled = (
  { text }: Pick<CannedAnswerView, 'text'>,
  values: Readonly<Partial<Record<string, string>>>,
): string => text.replace(/\{([^{}]+)\}/g, (field, name: string) => values[name] || field)

/** Fields in braces that are still to be filled: '{player}'. */
export const unfilled = (text: string): readonly string[] => [
  ...new Set(text.match(/\{(?:player|ticket|subject|me)\}/g) ?? []),
]

/** The ticket after the given one that needs an answer, in the order of the list. */
export function nextOpen(rows: readonly TicketView[], id: number): TicketView | undefined {
  const at = rows.findIndex((row) => row.id === id)
  const others = [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))]
  return others.find(({ state }) => state === 'open')
}
