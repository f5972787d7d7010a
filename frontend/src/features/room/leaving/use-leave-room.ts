import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { REASONS } from '@kla/proto/web'
import { toastError } from '../../../components/ui/toast.js'
import { useRealtime } from '../../../lib/realtime/index.js'
import { useSession } from '../../../lib/session/use-session.js'
import { left } from '../state/room-slice.js'
import { useRoom } from '../state/use-room.js'
import { backToLobby } from './back-to-lobby.js'

/** There is no seat to give up, so that the player is out already. */
const OUT_ALREADY: ReadonlySet<string> = new Set(['NOT_SEATED', 'ROOM_NOT_FOUND'])

/** Gives the seat up and goes back to the lobby. */
export function useLeaveRoom() {
  const { send } = useRealtime()
  const { user } = useSession()
  const dispatch = useDispatch()
  const roomId = useRoom(({ roomId }) => roomId)
  const [leaving, setLeaving] = useState(false)

  const leave = async () => {
    if (user === null) {
      toastError(REASONS.NOT_SIGNED_IN.text)
      return
    }
    if (roomId === null) return
    setLeaving(true)
    const answer = await send('leave-room', { roomId })
    setLeaving(false)
    if (!answer.success && !OUT_ALREADY.has(answer.code)) {
      toastError(answer.error)
      return
    }
    dispatch(left())
    backToLobby({ tone: 'success', text: 'Succesfully Left Room' })
  }

  return { leave, leaving }
}
