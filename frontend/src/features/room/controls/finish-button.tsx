import { useState } from 'react'
import { Button } from '../../../shared/ui/button.js'
import { Icon } from '../../../shared/ui/icon.js'
import { toastError } from '../../../shared/ui/toast.js'
import { useRealtime } from '../../../shared/realtime/index.js'
import { useRoom } from '../state/use-room.js'

/** Ends the rounds; there from the first prompt to the last show. */
export function FinishButton({ wide = false }: { wide?: boolean }) {
  const { send } = useRealtime()
  const roomId = useRoom(({ roomId }) => roomId)
  const playing = useRoom(({ phase }) => phase === 'prompt' || phase === 'show')
  const [sending, setSending] = useState(false)
  if (!playing || roomId === null) return null

  const finish = async () => {
    setSending(true)
    const answer = await send('user-finishes', { roomId })
    setSending(false)
    // The other player was quicker by a moment: the vote is on its way.
    if (!answer.success && answer.code !== 'NOT_PLAYING') toastError(answer.error)
  }
  return (
    <Button wide={wide} busy={sending} onClick={() => void finish()}>
      {!sending && <Icon name="flag" />} Finish
    </Button>
  )
}
