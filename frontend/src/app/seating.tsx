import type { Reason } from '@kla/proto/web'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router'
import { dropHandedOver } from '../entities/devices/handover.js'
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
  /** True after the screen before a room, which has asked for the name. */
  named?: boolean
}

interface JoinResult {
  readonly joined: boolean
  /** Why a typed passcode was refused, to be shown at its field. */
  readonly passcodeRefusal?: string
}

interface Seating {
  joining: string | null
  arriving: boolean
  asking: RoomKey | null
  /** Asks whether to join a room that is not blurred. */
  ask: (room: RoomKey) => void
  answer: (agreed: boolean) => void
  /** Does not ask for the name: the screen before the lobby's rooms does. */
  join: (room: RoomKey, how?: Joining) => Promise<JoinResult>
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
    async (room: RoomKey, how: Joining = {}): Promise<JoinResult> => {
      const { by, agreed = false } = how
      if (visitor) {
        pageEntry().allowReturnTo(invitePath(room))
        window.location.assign(loginPath(invitePath(room)))
        return { joined: true }
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
      if (joined.success) {
        enter(room)
        return { joined: true }
      }
      dropHandedOver()
      if (joined.code === 'ROOM_NOT_VEILED') {
        setAsking({ room, how })
        return { joined: false }
      }
      if (by === undefined && room.passcode !== null && PASSCODE_REFUSALS.has(joined.code))
        return { joined: false, passcodeRefusal: joined.error }
      const why = by && reasonFromCode(joined.code, by)
      if (why)
        void navigate(PATHS.gameroom, { replace: true, state: { unavailable: { room, why } satisfies Unavailable } })
      else toastError(joined.error)
      return { joined: false }
    },
    [visitor, send, enter, cancelSearch, navigate],
  )

  /** Joins where no passcode field shows a refusal. */
  const joinAloud = useCallback(
    async (room: RoomKey, how?: Joining) => {
      const { passcodeRefusal } = await join(room, how)
      if (passcodeRefusal !== undefined) toastError(passcodeRefusal)
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

  const ask = useCallback((room: RoomKey) => setAsking({ room, how: {} }), [])

  const answer = useCallback(
    (agreed: boolean) => {
      setAsking(null)
      if (agreed && asking) void joinAloud(asking.room, { ...asking.how, agreed: true })
    },
    [asking, joinAloud],
  )

  const seating = useMemo(() => {
    const nameFirst: typeof joinAfterDelay = async (room, how) => {
      if (unchosen && !how.named) setPendingAction({ act: () => joinAfterDelay(room, how) })
      else await joinAfterDelay(room, how)
    }
    return {
      joining,
      arriving,
      asking: asking?.room ?? null,
      ask,
      answer,
      enter,
      pendingAction,
      setPendingAction,
      join,
      joinAfterDelay: nameFirst,
    }
  }, [joining, arriving, asking, ask, answer, join, joinAfterDelay, enter, unchosen, pendingAction])
  return <SeatingContext value={seating}>{children}</SeatingContext>
}

export const useSeating = (): Seating => {
  const seating = useContext(SeatingContext)
  if (!seating) throw new Error('useSeating needs a SeatingProvider above it.')
  return seating
}
