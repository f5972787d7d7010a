import { type Ack, FORESEEN } from '@kla/proto/web'
import { useContext, useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useBeginSearch } from '../../../entities/matching/use-begin-search.js'
import { useSession } from '../../../entities/session/use-session.js'
import { browserClock } from '../../../shared/realtime/clock.js'
import { useRealtime, useRealtimeClient } from '../../../shared/realtime/index.js'
import { toastError } from '../../../shared/ui/toast.js'
import { LEAVING, ROOM_CLOSED } from '../../../texts/room-leaving.js'
import { type RoomServices, ServicesContext } from '../call/services.js'
import { forgetRoom, keptRoom } from '../state/kept-room.js'
import { leavingHeld, left } from '../state/room-slice.js'
import { useMe, useRoom } from '../state/use-room.js'
import { backToLobby } from './carried-toast.js'
import { depart } from './depart.js'

/** Errors that mean there is no seat to give up. */
const OUT_ALREADY: ReadonlySet<string> = new Set(['NOT_SEATED', 'ROOM_NOT_FOUND'])

const AGAIN_MS = 2_000
export const pause = () => new Promise<void>((resolve) => void browserClock.after(AGAIN_MS, resolve))

/** Stand-in where the room is broken, whose media have ended; there, only the panic exit ends a departure. */
const NO_MEDIA = { begin: () => undefined, begun: true, ended: false }

/** Returns how to leave by `attempt`, repeated until the player is out or stays (`depart`). */
export function useDepart() {
  const dispatch = useDispatch()
  const departure = useContext(ServicesContext)?.departure ?? NO_MEDIA
  const client = useRealtimeClient()
  const [leaving, setLeaving] = useState(false)

  const leaveBy = async (attempt: () => Promise<string | null>): Promise<boolean> => {
    // A reload leads to the lobby, unless the player stays.
    forgetRoom()
    setLeaving(true)
    const out = await depart({ departure, attempt, onHeld: (why) => dispatch(leavingHeld(why)), pause })
    setLeaving(false)
    return out
  }
  /** True if there is no seat any more, or no connection that could give it up. */
  const isOut = (answer: Ack<'leave-room' | 'leave-and-block'>) =>
    answer.success || OUT_ALREADY.has(answer.code) || client.connection().status === 'closed'

  return { leaveBy, isOut, leaving }
}

/** Returns whether the player is out. Picture and sound stop at the press. */
function useGiveUpSeat() {
  const { send } = useRealtime()
  const { user } = useSession()
  const roomId = useRoom(({ roomId }) => roomId)
  const { leaveBy, isOut, leaving } = useDepart()

  const giveUp = async (): Promise<boolean> => {
    if (user === null) {
      toastError(FORESEEN.NOT_SIGNED_IN.text)
      return false
    }
    if (roomId === null) return false
    return leaveBy(async () => {
      const answer = await send('leave-room', { roomId })
      return answer.success || isOut(answer) ? null : answer.error
    })
  }

  return { giveUp, leaving }
}

export function useLeaveRoom() {
  const { giveUp, leaving } = useGiveUpSeat()
  const dispatch = useDispatch()

  const leave = async () => {
    if (!(await giveUp())) return
    dispatch(left())
    backToLobby({ tone: 'success', text: LEAVING.left })
  }

  return { leave, leaving }
}

/** Leaves without a reload, and searches for the same mode and category. */
export function useLeaveToNext() {
  const dispatch = useDispatch()
  const about = useRoom(({ about }) => about)
  const begin = useBeginSearch()

  const out = () => {
    forgetRoom()
    dispatch(left())
  }
  const search = () => {
    if (about !== null) begin({ mode: about.mode, category: about.category })
  }

  return { out, search }
}

export function useNext() {
  const { giveUp, leaving } = useGiveUpSeat()
  const { out, search } = useLeaveToNext()
  const next = async () => {
    if (!(await giveUp())) return
    out()
    search()
  }
  return { next, leaving }
}

const wordsOf = (reason: string): string => {
  if (reason === 'seat-lost') return ROOM_CLOSED.seatLost
  return reason.includes(' ') ? reason : ROOM_CLOSED.closed
}

export function useRoomClosed(services: RoomServices | null): void {
  const { on } = useRealtime()
  useEffect(
    () =>
      on('room-closed', ({ reason }) => {
        // After the panic exit the player reads another page.
        if (!services?.departure.ended) backToLobby({ tone: 'neutral', text: wordsOf(reason) })
      }),
    [on, services],
  )
}

/** Asks before this tab closes or navigates while an opponent would be lost. */
export function useAskBeforeUnload(): void {
  const me = useMe()
  const accompanied = useRoom(({ players }) => players.some(({ id }) => id !== me))
  useEffect(() => {
    if (!accompanied) return undefined
    // A page that leaves the room forgets it first, then reloads itself.
    const ask = (event: BeforeUnloadEvent) => {
      if (keptRoom() !== null) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [accompanied])
}
