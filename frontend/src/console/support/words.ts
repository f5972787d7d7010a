import type { TicketPriority, TicketView } from '@kla/proto/web'
import type { PillTone } from '../kit/text.js'

export const PRIORITY_TONES: Readonly<Record<TicketPriority, PillTone>> = {
  Low: 'plain',
  Normal: 'plain',
  High: 'amber',
  Urgent: 'red',
}

/** Answer or note in a ticket's thread. */
export type TicketEntry = TicketView['entries'][number]

export const ENTRY_WORDS: Readonly<Record<TicketEntry['kind'], string>> = {
  answer: 'Answer',
  note: 'Note',
  original: 'Message before an edit',
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
