import type { RoomKey } from '../../entities/room/room-key.js'
import { lazyPart } from '../../shared/loading/lazy-part.js'

/** Why a room that was asked for by a link, or by a seat from before, is not entered. */
export interface Over {
  readonly room: RoomKey
  readonly why: 'invitation-closed' | 'seat-closed' | 'host-left'
}

/** Kept with the entry in the browser's history: another screen has none. */
export const overIn = (state: unknown): Over | null => (state as { over?: Over } | null)?.over ?? null

export const InvitationOver = lazyPart(() => import('./invitation-over.js'))
