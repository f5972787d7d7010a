import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { Outlet, useNavigate } from 'react-router'
import { selectTakingSeat } from '../entities/matching/match-slice.js'
import { arrival } from '../entities/room/arrival.js'
import { invitePath, type RoomKey } from '../entities/room/room-key.js'
import { loginPath } from '../entities/session/login-path.js'
import { useSession } from '../entities/session/use-session.js'
import { AtTheDoor } from '../features/join-link/at-the-door.js'
import { JoinLink } from '../features/join-link/join-link.js'
import { useCancelSearch } from '../features/quick-match/use-cancel-search.js'
import { showCarriedToast } from '../features/room/leaving/carried-toast.js'
import { forgetRoom, keptRoom } from '../features/room/state/kept-room.js'
import { entered } from '../features/room/state/room-slice.js'
import { PATHS } from '../shared/config/paths.js'
import { ScreenLoading } from '../shared/loading/screen-loading.js'
import { useRealtime } from '../shared/realtime/index.js'
import { toastError } from '../shared/ui/toast.js'
import { useAgeSettled } from './age-attestation.js'
import { Connected } from './connected.js'
import { useInRoom } from './in-room.js'
import { loadRoom, LobbyRoute, Room } from './parts.js'

/** Opens the connection with the first live screen and keeps it between them. */
export function Live() {
  if (!useAgeSettled()) return <ScreenLoading>Signing you in…</ScreenLoading>
  return (
    <Connected>
      <SeatingProvider>
        <Outlet />
      </SeatingProvider>
    </Connected>
  )
}

export function GameroomRoute() {
  const inRoom = useInRoom()
  const { arriving, arrive } = useSeating()
  const matched = useSelector(selectTakingSeat)
  // A seat of this tab that another site led back to is not taken again without a press.
  const [seat, setSeat] = useState(() => (arrival().resumes() ? null : keptRoom()))
  // Leaving a room reloads the page; the toast about it is shown here.
  useEffect(showCarriedToast, [])

  if (inRoom) return <Room />
  if (arriving || matched) return <ScreenLoading>Taking your seat…</ScreenLoading>
  if (seat) {
    const decide = (act: () => void) => {
      forgetRoom()
      setSeat(null)
      act()
    }
    return <AtTheDoor room={seat} onGoIn={() => decide(() => void arrive(seat))} onStayOut={() => decide(() => undefined)} />
  }
  return <LobbyRoute />
}

export function JoinLinkRoute() {
  const navigate = useNavigate()
  const { arrive } = useSeating()
  useEffect(loadRoom, [])
  const goIn = useCallback(
    (room: RoomKey) => {
      // Replaced, so that "back" does not ask for the seat a second time.
      void navigate(PATHS.gameroom, { replace: true })
      void arrive(room)
    },
    [navigate, arrive],
  )
  return <JoinLink onReady={goIn} />
}

/** From following a link to asking for the seat (player experience, section 9). */
const ARRIVAL_MS = 300

interface Seating {
  joining: string | null
  arriving: boolean
  /** A refusal is shown in the server's words. A visitor is sent to the login and returns here. */
  join: (room: RoomKey) => Promise<void>
  arrive: (room: RoomKey) => Promise<void>
  /** Records a seat that this player already holds. */
  enter: (room: RoomKey) => void
}

const SeatingContext = createContext<Seating | null>(null)

const SeatingProvider = ({ children }: { children: ReactNode }) => {
  const dispatch = useDispatch()
  const { send } = useRealtime()
  const { status, user } = useSession()
  const cancelSearch = useCancelSearch()
  const visitor = status === 'ready' && user === null
  const [joining, setJoining] = useState<string | null>(null)
  const [arriving, setArriving] = useState(false)

  const enter = useCallback((room: RoomKey) => void dispatch(entered(room)), [dispatch])

  const join = useCallback(
    async (room: RoomKey) => {
      if (visitor) {
        arrival().comesBackTo(invitePath(room))
        window.location.assign(loginPath(invitePath(room)))
        return
      }
      cancelSearch()
      setJoining(room.roomId)
      const answer = await send('join-room', { ...room, role: 'player' })
      setJoining(null)
      if (answer.success) enter(room)
      else toastError(answer.error)
    },
    [visitor, send, enter, cancelSearch],
  )

  const arrive = useCallback(
    async (room: RoomKey) => {
      setArriving(true)
      await new Promise((resolve) => setTimeout(resolve, ARRIVAL_MS))
      await join(room)
      setArriving(false)
    },
    [join],
  )

  const seating = useMemo(() => ({ joining, arriving, join, arrive, enter }), [joining, arriving, join, arrive, enter])
  return <SeatingContext value={seating}>{children}</SeatingContext>
}

export const useSeating = (): Seating => {
  const seating = useContext(SeatingContext)
  if (!seating) throw new Error('useSeating needs a SeatingProvider above it.')
  return seating
}
