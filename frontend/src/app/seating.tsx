import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { useDispatch } from 'react-redux'
import { arrival } from '../entities/room/arrival.js'
import { invitePath, type RoomKey } from '../entities/room/room-key.js'
import { loginPath } from '../entities/session/login-path.js'
import { useSession } from '../entities/session/use-session.js'
import { useCancelSearch } from '../features/quick-match/use-cancel-search.js'
import { entered } from '../features/room/state/room-slice.js'
import { useRealtime } from '../shared/realtime/index.js'
import { toastError } from '../shared/ui/toast.js'

/** From following a link to asking for the seat (player experience, section 9). */
const ARRIVAL_MS = 300

interface Seating {
  joining: string | null
  arriving: boolean
  /** A room that is not veiled, to which the player has not agreed yet. */
  asking: RoomKey | null
  answer: (agreed: boolean) => void
  /**
   * Shows the server's words. A visitor goes to the login and returns here. `agreed`: to be seen at once; others are asked
   * before they enter a room that is not veiled.
   */
  join: (room: RoomKey, agreed?: boolean) => Promise<void>
  arrive: (room: RoomKey, agreed?: boolean) => Promise<void>
  /** The player already holds this seat. */
  enter: (room: RoomKey) => void
}

const SeatingContext = createContext<Seating | null>(null)

export const SeatingProvider = ({ children }: { children: ReactNode }) => {
  const dispatch = useDispatch()
  const { send } = useRealtime()
  const { status, user } = useSession()
  const cancelSearch = useCancelSearch()
  const visitor = status === 'ready' && user === null
  const [joining, setJoining] = useState<string | null>(null)
  const [arriving, setArriving] = useState(false)
  const [asking, setAsking] = useState<RoomKey | null>(null)

  const enter = useCallback((room: RoomKey) => void dispatch(entered(room)), [dispatch])

  const join = useCallback(
    async (room: RoomKey, agreed = false) => {
      if (visitor) {
        arrival().comesBackTo(invitePath(room))
        window.location.assign(loginPath(invitePath(room)))
        return
      }
      cancelSearch()
      setJoining(room.roomId)
      const joined = await send('join-room', { ...room, role: 'player', ...(agreed ? {} : { veiledOnly: true }) })
      setJoining(null)
      if (joined.success) enter(room)
      else if (joined.code === 'ROOM_NOT_VEILED') setAsking(room)
      else toastError(joined.error)
    },
    [visitor, send, enter, cancelSearch],
  )

  const arrive = useCallback(
    async (room: RoomKey, agreed = false) => {
      setArriving(true)
      await new Promise((resolve) => setTimeout(resolve, ARRIVAL_MS))
      await join(room, agreed)
      setArriving(false)
    },
    [join],
  )

  const answer = useCallback(
    (agreed: boolean) => {
      setAsking(null)
      if (agreed && asking) void join(asking, true)
    },
    [asking, join],
  )

  const seating = useMemo(
    () => ({ joining, arriving, asking, answer, join, arrive, enter }),
    [joining, arriving, asking, answer, join, arrive, enter],
  )
  return <SeatingContext value={seating}>{children}</SeatingContext>
}

export const useSeating = (): Seating => {
  const seating = useContext(SeatingContext)
  if (!seating) throw new Error('useSeating needs a SeatingProvider above it.')
  return seating
}
