import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { useRealtime } from '../../../shared/realtime/index.js'
import { keepRoom } from './kept-room.js'
import { selectRoom, selectRoomId } from './selectors.js'

/** Asks for the room as it stands; after a reload of the page, takes the seat again first. */
export function useTakeSeat(): void {
  const { resync, resume } = useRealtime()
  const roomId = useSelector(selectRoomId)
  const passcode = useSelector((state: Parameters<typeof selectRoom>[0]) => selectRoom(state).passcode)
  const resumed = useSelector((state: Parameters<typeof selectRoom>[0]) => selectRoom(state).resumed)

  useEffect(() => {
    if (roomId === null) return
    keepRoom({ roomId, passcode })
    if (resumed) resume(roomId)
    else resync()
    // Once per room: `resumed` turns false when the server has answered.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [roomId, passcode, resync, resume])
}
