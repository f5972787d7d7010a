import { PATHS } from '../../shared/config/paths.js'

/** The address of a room. */
export interface RoomKey {
  roomId: string
  passcode: string | null
}

export const invitePath = ({ roomId, passcode }: RoomKey): string => {
  const query = new URLSearchParams({ room: roomId })
  if (passcode !== null) query.set('passcode', passcode)
  return `${PATHS.joinRoom}?${query.toString()}`
}

export const readInvite = (query: URLSearchParams): RoomKey | null => {
  const roomId = query.get('room')
  return roomId ? { roomId, passcode: query.get('passcode') || null } : null
}
