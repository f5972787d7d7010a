import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router'
import { pageEntry } from '../entities/room/page-entry.js'
import { invitePath, type RoomKey } from '../entities/room/room-key.js'
import { loginPath } from '../entities/session/login-path.js'
import { useSession } from '../entities/session/use-session.js'
import { type By, type Over, whyOver } from '../features/join-link/over.js'
import { useCancelSearch } from '../features/quick-match/use-cancel-search.js'
import { entered } from '../features/room/state/room-slice.js'
import { PATHS } from '../shared/config/paths.js'
import { useRealtime } from '../shared/realtime/index.js'
import { toastError } from '../shared/ui/toast.js'

/** Delay between following a link and asking for the seat (player experience, section 9). */
const ARRIVAL_MS = 300

interface Joining {
  by?: By
  /** The player agrees to be seen at once; others are asked before they enter an unveiled room. */
  agreed?: boolean
}

interface Seating {
  joining: string | null
  arriving: boolean
  /** An unveiled room to which the player has not agreed yet. */
  asking: RoomKey | null
  answer: (agreed: boolean) => void
  /** Shows a refusal in the server's words. A visitor goes to the login and returns here. */
  join: (room: RoomKey, how?: Joining) => Promise<void>
  /** Shows the reason if the room is closed or the inviting host has left. */
  arrive: (room: RoomKey, how: Joining) => Promise<void>
  /** The player already holds this seat. */
  enter: (room: RoomKey) => void
  /** Act that waits until the player has chosen how others see them, which the lobby asks. */
  unnamed: { readonly act: () => unknown } | null
  setUnnamed: (unnamed: null) => void
}

const SeatingContext = createContext<Seating | null>(null)

export const SeatingProvider = ({ children }: { children: ReactNode }) => {
  const dispatch = useDispatch()
  const { send } = useRealtime()
  const { status, user } = useSession()
  const cancelSearch = useCancelSearch()
  const unchosen = user?.names?.shown_as === 'unchosen'
  const [unnamed, setUnnamed] = useState<Seating['unnamed']>(null)
  const visitor = status === 'ready' && user === null
  const [joining, setJoining] = useState<string | null>(null)
  const [arriving, setArriving] = useState(false)
  const [asking, setAsking] = useState<{ room: RoomKey; how: Joining } | null>(null)

  const enter = useCallback((room: RoomKey) => void dispatch(entered(room)), [dispatch])

  const navigate = useNavigate()

  const join = useCallback(
    async (room: RoomKey, how: Joining = {}) => {
      const { by, agreed = false } = how
      if (visitor) {
        pageEntry().allowReturnTo(invitePath(room))
        window.location.assign(loginPath(invitePath(room)))
        return
      }
      cancelSearch()
      setJoining(room.roomId)
      const joined = await send('join-room', {
        ...room,
        role: 'player',
        ...(agreed ? {} : { veiledOnly: true }),
        ...(by === 'invitation' ? { invited: true } : {}),
      })
      setJoining(null)
      if (joined.success) return enter(room)
      if (joined.code === 'ROOM_NOT_VEILED') return setAsking({ room, how })
      const why = by && whyOver(joined.code, by)
      if (why) void navigate(PATHS.gameroom, { replace: true, state: { over: { room, why } satisfies Over } })
      else toastError(joined.error)
    },
    [visitor, send, enter, cancelSearch, navigate],
  )

  const arrive = useCallback(
    async (room: RoomKey, how: Joining) => {
      setArriving(true)
      await new Promise((resolve) => setTimeout(resolve, ARRIVAL_MS))
      await join(room, how)
      setArriving(false)
    },
    [join],
  )

  const answer = useCallback(
    (agreed: boolean) => {
      setAsking(null)
      if (agreed && asking) void join(asking.room, { ...asking.how, agreed: true })
    },
    [asking, join],
  )

  // Every way into a room first asks players how others should see them.
  const seating = useMemo(() => {
    const named = <How extends Joining | undefined>(act: (room: RoomKey, how: How) => Promise<void>): typeof act =>
      unchosen ? async (room, how) => setUnnamed({ act: () => act(room, how) }) : act
    return {
      joining,
      arriving,
      asking: asking?.room ?? null,
      answer,
      enter,
      unnamed,
      setUnnamed,
      join: named(join),
      arrive: named(arrive),
    }
  }, [joining, arriving, asking, answer, join, arrive, enter, unchosen, unnamed])
  return <SeatingContext value={seating}>{children}</SeatingContext>
}

export const useSeating = (): Seating => {
  const seating = useContext(SeatingContext)
  if (!seating) throw new Error('useSeating needs a SeatingProvider above it.')
  return seating
}
