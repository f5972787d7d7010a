import { useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { PATHS } from '../../shared/config/paths.js'
import { JoinLink } from '../../features/join-link/join-link.js'
import type { RoomKey } from '../../entities/room/room-key.js'
import { loadRoom } from '../room-part.js'
import { useSeating } from '../seating.js'

export default function JoinLinkRoute() {
  const navigate = useNavigate()
  const { arrive } = useSeating()
  useEffect(loadRoom, [])
  const goIn = useCallback(
    (room: RoomKey) => {
      // Replaced, so that "back" does not knock a second time.
      void navigate(PATHS.gameroom, { replace: true })
      void arrive(room)
    },
    [navigate, arrive],
  )
  return <JoinLink onReady={goIn} />
}
