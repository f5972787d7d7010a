import type { TicketPriority, TicketView } from '@kla/proto/web'
import type { PillTone } from '../kit/text/pill.js'

export const PRIORITY_TONES: Readonly<Record<TicketPriority, PillTone>> = {
  Low: 'plain',
  Normal: 'plain',
  High: 'amber',
  Urgent: 'red',
}

export type TicketEntry = TicketView['entries'][number]

export const ENTRY_WORDS: Readonly<Record<TicketEntry['kind'], string>> = {
  answer: 'Answer',
  note: 'Note',
  original: 'Message before an edit',
}
