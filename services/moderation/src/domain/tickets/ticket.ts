import type { TicketCategory, TicketPriority } from '@kla/proto/web'

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
