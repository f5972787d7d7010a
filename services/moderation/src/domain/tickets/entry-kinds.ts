import type { EntryKind } from './ticket.js'

/** What a player reads. */
export const FOR_PLAYERS: readonly EntryKind[] = ['answer']
export const FOR_ADMINISTRATORS: readonly EntryKind[] = ['answer', 'note', 'original']

/** Entries of one ticket. Nobody reads more, and every page carries them. */
export const ENTRIES_MAX = 100
