import type { Reason } from '@kla/proto/web'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router'
import { pageEntry } from '../entities/room/page-entry.js'
import { invitePath, type RoomKey } from '../entities/room/room-key.js'
import { loginPath } from '../entities/session/login-path.js'
import { useSession } from '../entities/session/use-session.js'
import { type JoinSource, reasonFromCode, type Unavailable } from '../features/join-link/unavailable.js'
import { useCancelSearch } from '../features/quick-match/use-cancel-search.js'
import { entered } from '../features/room/state/room-slice.js'
import { PATHS } from '../shared/config/paths.js'
import { useRealtime } from '../shared/realtime/index.js'
import { toastError } from '../shared/ui/toast.js'

/** Delay before a followed link requests the seat (player specification, section 9). */
const ARRIVAL_MS = 300

interface Joining {
  by?: JoinSource
  agreed?: boolean
}

interface Seating {
  joining: string | null
  arriving: boolean
  asking: RoomKey | null
  answer: (agreed: boolean) => void
  /** Returns why a typed passcode was refused, to be shown at its field. */
  join: (room: RoomKey, how?: Joining) => Promise<string | undefined>
  joinAfterDelay: (room: RoomKey, how: Joining) => Promise<void>
  enter: (room: RoomKey) => void
  pendingAction: { readonly act: () => unknown } | null
  setPendingAction: (pendingAction: null) => void
}

const PASSCODE_REFUSALS: ReadonlySet<string> = new Set<Reason>([
  'PASSCODE_REQUIRED',
  'WRONG_PASSCODE',
  'TOO_MANY_PASSCODES',
])

const SeatingContext = createContext<Seating | null>(null)

export const SeatingProvider = ({ children }: { children: ReactNode }) => {
  const dispatch = useDispatch()
  const { send } = useRealtime()
  const { status, user } = useSession()
  const cancelSearch = useCancelSearch()
  const unchosen = user?.names?.shown_as === 'unchosen'
  const [pendingAction, setPendingAction] = useState<Seating['pendingAction']>(null)
  const visitor = status === 'ready' && user === null
  const [joining, setJoining] = useState<string | null>(null)
  const [arriving, setArriving] = useState(false)
  const [asking, setAsking] = useState<{ room: RoomKey; how: Joining } | null>(null)

  const enter = useCallback((room: RoomKey) => void dispatch(entered(room)), [dispatch])

  const navigate = useNavigate()

  const join = useCallback(
    async (room: RoomKey, how: Joining = {}): Promise<string | undefined> => {
      const { by, agreed = false } = how
      if (visitor) {
        pageEntry().allowReturnTo(invitePath(room))
        window.location.assign(loginPath(invitePath(room)))
        return undefined
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
      const why = !joined.success && by && reasonFromCode(joined.code, by)
      if (joined.success) enter(room)
      else if (joined.code === 'ROOM_NOT_VEILED') setAsking({ room, how })
      else if (by === undefined && room.passcode !== null && PASSCODE_REFUSALS.has(joined.code)) return joined.error
      else if (why)
        void navigate(PATHS.gameroom, { replace: true, state: { unavailable: { room, why } satisfies Unavailable } })
      else toastError(joined.error)
      return undefined
    },
    [visitor, send, enter, cancelSearch, navigate],
  )

  /** Joins where no passcode field shows a refusal. */
  const joinAloud = useCallback(
    async (room: RoomKey, how?: Joining) => {
      const refusal = await join(room, how)
      if (refusal !== undefined) toastError(refusal)
    },
    [join],
  )

  const joinAfterDelay = useCallback(
    async (room: RoomKey, how: Joining) => {
      setArriving(true)
      await new Promise((resolve) => setTimeout(resolve, ARRIVAL_MS))
      await joinAloud(room, how)
      setArriving(false)
    },
    [joinAloud],
  )

  const answer = useCallback(
    (agreed: boolean) => {
      setAsking(null)
      if (agreed && asking) void joinAloud(asking.room, { ...asking.how, agreed: true })
    },
    [asking, joinAloud],
  )

  // All ways into a room ask for the shown name first.
  const seating = useMemo(() => {
    const nameFirst = (act: () => unknown): undefined => void setPendingAction({ act })
    return {
      joining,
      arriving,
      asking: asking?.room ?? null,
      answer,
      enter,
      pendingAction,
      setPendingAction,
      join: unchosen ? async (room: RoomKey, how?: Joining) => nameFirst(() => joinAloud(room, how)) : join,
      joinAfterDelay: unchosen
        ? async (room: RoomKey, how: Joining) => nameFirst(() => joinAfterDelay(room, how))
        : joinAfterDelay,
    }
  }, [joining, arriving, asking, answer, join, joinAloud, joinAfterDelay, enter, unchosen, pendingAction])
  return <SeatingContext value={seating}>{children}</SeatingContext>
}

export const useSeating = (): Seating => {
  const seating = useContext(SeatingContext)
  if (!seating) throw new Error('useSeating needs a SeatingProvider above it.')
  return seating
}
