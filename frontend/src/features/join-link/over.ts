import type { RoomKey } from '../../entities/room/room-key.js'

/** Why a room that was asked for by a link, or by a seat from before, is not entered. */
export interface Over {
  readonly room: RoomKey
  readonly why: 'invitation-closed' | 'seat-closed' | 'host-left'
}
