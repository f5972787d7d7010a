import type { RoomKey } from '../../entities/room/room-key.js'
import type { RoomLook } from '../../entities/room/room-look.js'

/** Reason why a linked or earlier room is not entered. */
export interface Unavailable {
  readonly room: RoomKey
  readonly why: 'invitation-closed' | 'seat-closed' | 'host-left'
}

/** Way into the room: an invitation, a seat before a reload, or a choice although the host left. */
export type JoinSource = 'invitation' | 'seat' | 'choice'

/** Reason in a refusal about the room; null for other refusals. */
export function reasonFromCode(code: string, by: JoinSource): Unavailable['why'] | null {
  if (code === 'HOST_LEFT') return 'host-left'
  if (code !== 'ROOM_NOT_FOUND') return null
  return by === 'seat' ? 'seat-closed' : 'invitation-closed'
}

/** Reason seen in a look at the room, before the seat request. */
export function reasonFromLook(look: RoomLook, by: JoinSource): Unavailable['why'] | null {
  if (look.kind === 'seen' && !look.hostHere && by === 'invitation') return 'host-left'
  return look.kind === 'refused' ? reasonFromCode(look.code, by) : null
}
