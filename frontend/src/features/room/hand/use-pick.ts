import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { toastError } from '../../../components/ui/toast.js'
import { useRealtime } from '../../../lib/realtime/index.js'
import { roomSlice } from '../state/room-slice.js'
import { useRoom } from '../state/use-room.js'

/** Picks a GIF for the opponent, once a round. */
export function usePick() {
  const { send } = useRealtime()
  const dispatch = useDispatch()
  const roomId = useRoom(({ roomId }) => roomId)
  const round = useRoom(({ round }) => round)
  const open = useRoom(({ phase, picked }) => phase === 'prompt' && picked === null)
  const count = useRoom(({ options, round }) => (options.round === round ? options.list.length : 0))
  const picked = useRoom(({ picked }) => picked)
  const [sent, setSent] = useState<{ round: number; index: number } | null>(null)
  const sending = sent?.round === round ? sent.index : null

  const pick = async (index: number) => {
    if (roomId === null || !open || sending !== null || index > count) return
    setSent({ round, index })
    const answer = await send('gif-choice', { roomId, index })
    if (answer.success) dispatch(roomSlice.actions.picked({ round, index }))
    else {
      setSent(null)
      toastError(answer.error)
    }
  }

  return { pick, picked: picked ?? sending, locked: !open || sending !== null }
}
