import type { RoomKey } from '../../entities/room/room-key.js'
import type { RoomLook } from '../../entities/room/room-look.js'

/** Reason why the room of a link or of an earlier seat is not entered. */
export interface Over {
  readonly room: RoomKey
  readonly why: 'invitation-closed' | 'seat-closed' | 'host-left'
}

/**
 * How the player gets to a room: an invitation, the seat from before a reload, or a choice although its host has left.
 */
export type By = 'invitation' | 'seat' | 'choice'

/** Reason in a refusal that concerns the room; null if the player is refused for another reason. */
export function whyOver(code: string, by: By): Over['why'] | null {
  if (code === 'HOST_LEFT') return 'host-left'
  if (code !== 'ROOM_NOT_FOUND') return null
  return by === 'seat' ? 'seat-closed' : 'invitation-closed'
}

/** Reason from a look at the room, before asking for a seat. */
export function overAt(look: RoomLook, by: By): Over['why'] | null {
  if (look.kind === 'seen' && !look.hostHere && by === 'invitation') return 'host-left'
  return look.kind === 'refused' ? whyOver(look.code, by) : null
}
