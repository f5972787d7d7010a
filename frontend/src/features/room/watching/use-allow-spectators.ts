import { useState } from 'react'
import { toastError } from '../../../shared/ui/toast.js'
import { useRealtime } from '../../../shared/realtime/index.js'
import { useServices } from '../call/services-context.js'
import { useRoom } from '../state/use-room.js'

/**
 * Gives this player's consent to spectators, or takes it back; the server's list of consents then says so. What is taken back
 * ends here with the press, whether or not the server can be told.
 */
export function useAllowSpectators() {
  const { send } = useRealtime()
  const { broadcast } = useServices()
  const roomId = useRoom(({ roomId }) => roomId)
  const [busy, setBusy] = useState(false)

  const allow = async (allowed: boolean) => {
    if (!allowed) broadcast.consent(false)
    if (roomId === null || busy) return
    if (allowed) broadcast.consent(true)
    setBusy(true)
    const answer = await send('allow-spectators', { roomId, allow: allowed })
    setBusy(false)
    if (!answer.success) toastError(answer.error)
  }

  return { allow, busy }
}
