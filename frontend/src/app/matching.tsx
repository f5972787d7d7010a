import { useCallback, useEffect } from 'react'
import { useDispatch, useStore } from 'react-redux'
import { useLocation, useNavigate } from 'react-router'
import { dropHandedOver } from '../entities/devices/handover.js'
import { searchOver, searchRefused } from '../entities/matching/match-slice.js'
import { QuickMatch } from '../features/quick-match/quick-match.js'
import { entered } from '../features/room/state/room-slice.js'
import { selectRoomId } from '../features/room/state/use-room.js'
import { PATHS } from '../shared/config/paths.js'
import { useRealtime } from '../shared/realtime/index.js'
import { toastError } from '../shared/ui/toast.js'
import { useAgeSettled } from './age-attestation.js'
import { Connected } from './connected.js'
import { useInRoom } from './in-room.js'

export default function Matching() {
  return (
    useAgeSettled() && (
      <Connected>
        <Search />
      </Connected>
    )
  )
}

function Search() {
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { send } = useRealtime()
  const inRoom = useInRoom()
  const { getState } = useStore<Parameters<typeof selectRoomId>[0]>()
  useEffect(
    // The search is over: only a room needs the camera still.
    () => () => void (selectRoomId(getState()) ?? dropHandedOver()),
    [getState],
  )

  const takeSeat = useCallback(
    async (roomId: string) => {
      void navigate(PATHS.gameroom)
      const room = { roomId, passcode: null }
      const answer = await send('join-room', { ...room, role: 'player', veiledOnly: true })
      if (answer.success) {
        dispatch(entered(room))
        dispatch(searchOver())
      } else {
        dispatch(searchRefused(answer.error))
        toastError(answer.error)
      }
    },
    [dispatch, navigate, send],
  )

  return (
    <QuickMatch seated={inRoom} inLobby={pathname === PATHS.gameroom} onReady={(roomId) => void takeSeat(roomId)} />
  )
}
