import { useEffect, useState } from 'react'
import type { RoomListItem } from '@kla/proto/web'
import { useRealtime } from '../../shared/realtime/index.js'

/** Live; null until known. */
export const useRoomList = (): readonly RoomListItem[] | null => {
  const { status, number, send, on } = useRealtime()
  const [rooms, setRooms] = useState<readonly RoomListItem[] | null>(null)

  useEffect(() => on('public-room-list', (list) => setRooms(list.rooms)), [on])
  useEffect(() => {
    if (status === 'open') void send('request-room-list', {})
  }, [status, number, send])

  return rooms
}
