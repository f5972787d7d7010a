import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { toastError } from '../../../shared/ui/toast.js'
import { useRealtime } from '../../../shared/realtime/index.js'
import { roomSlice } from '../state/room-slice.js'
import { useMe } from '../state/use-me.js'
import { useRoom } from '../state/use-room.js'

/** Casts this player's one vote. */
export function useVote() {
  const { send } = useRealtime()
  const dispatch = useDispatch()
  const me = useMe()
  const roomId = useRoom(({ roomId }) => roomId)
  const voted = useRoom(({ voted }) => voted.includes(me))
  const [busy, setBusy] = useState(false)
  /** Undefined until a vote is cast here; the server tells nobody for whom. */
  const [choice, setChoice] = useState<number | null>()

  const vote = async (winnerId: number | null) => {
    if (roomId === null || voted || busy) return
    setBusy(true)
    const answer = await send('declare-winner', { roomId, winnerId })
    setBusy(false)
    if (answer.success) setChoice(winnerId)
    if (answer.success || answer.code === 'ALREADY_VOTED') dispatch(roomSlice.actions.voted(me))
    else toastError(answer.error)
  }

  return { vote, busy, voted, choice }
}
