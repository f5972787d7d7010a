import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { Button } from '../../../shared/ui/button.js'
import { Icon } from '../../../shared/ui/icon.js'
import { toastError } from '../../../shared/ui/toast.js'
import { useRealtime } from '../../../shared/realtime/index.js'
import { roomSlice } from '../state/room-slice.js'
import { useMe } from '../state/use-me.js'
import { useRoom } from '../state/use-room.js'

/** Only while the room waits. After one press it is disabled and says so. */
export function ReadyButton({ wide = false }: { wide?: boolean }) {
  const { send } = useRealtime()
  const dispatch = useDispatch()
  const me = useMe()
  const roomId = useRoom(({ roomId }) => roomId)
  const waiting = useRoom(({ phase }) => phase === 'waiting')
  const ready = useRoom(({ ready }) => ready.includes(me))
  const [sending, setSending] = useState(false)
  if (!waiting || roomId === null) return null

  const readyUp = async () => {
    setSending(true)
    const answer = await send('ready-up', { roomId })
    setSending(false)
    if (answer.success || answer.code === 'ALREADY_READY') dispatch(roomSlice.actions.readied(me))
    else toastError(answer.error)
  }
  return (
    <Button variant="primary" size="l" wide={wide} disabled={ready || sending} onClick={() => void readyUp()}>
      <Icon name={ready ? 'check' : 'bell'} /> {ready || sending ? 'Ready!' : 'Ready Up'}
    </Button>
  )
}
