import { PATHS } from '../../shared/config/paths.js'

/** What opens a room. */
export interface RoomKey {
  roomId: string
  /** Null where the room asks for none. */
  passcode: string | null
}

/** The path, with its query, that leads somebody else into a room. */
export const invitePath = ({ roomId, passcode }: RoomKey): string => {
  const query = new URLSearchParams({ room: roomId })
  if (passcode !== null) query.set('passcode', passcode)
  return `${PATHS.joinRoom}?${query.toString()}`
}

/** Reads the query of {@link invitePath}; null where it names no room. */
export const readInvite = (query: URLSearchParams): RoomKey | null => {
  const roomId = query.get('room')
  return roomId ? { roomId, passcode: query.get('passcode') || null } : null
}
