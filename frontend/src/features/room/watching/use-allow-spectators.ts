import { useState } from 'react'
import { toastError } from '../../../components/ui/toast.js'
import { useRealtime } from '../../../lib/realtime/index.js'
import { useRoom } from '../state/use-room.js'

/** Gives this player's consent to spectators, or takes it back; the server's list of consents then says so. */
export function useAllowSpectators() {
  const { send } = useRealtime()
  const roomId = useRoom(({ roomId }) => roomId)
  const [busy, setBusy] = useState(false)

  const allow = async (allowed: boolean) => {
    if (roomId === null || busy) return
    setBusy(true)
    const answer = await send('allow-spectators', { roomId, allow: allowed })
    setBusy(false)
    if (!answer.success) toastError(answer.error)
  }

  return { allow, busy }
}
