import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { PATHS } from '../../config/paths.js'
import { JoinLink } from '../../features/join-link/join-link.js'
import type { RoomKey } from '../../lib/rooms/room-key.js'
import { useSeating } from '../seating.js'

/** Between arriving in the game room and asking for the seat: specification of the player experience, section 9. */
const JOIN_DELAY_MS = 300

export default function JoinLinkRoute() {
  const navigate = useNavigate()
  const { join } = useSeating()
  const goIn = useCallback(
    (room: RoomKey) => {
      void navigate(PATHS.gameroom, { replace: true })
      setTimeout(() => void join(room), JOIN_DELAY_MS)
    },
    [navigate, join],
  )
  return <JoinLink onReady={goIn} />
}
