import { useContext, useState } from 'react'
import { REASONS } from '@kla/proto/web'
import { toastError } from '../../../shared/ui/toast.js'
import { useRealtime } from '../../../shared/realtime/index.js'
import { useSession } from '../../../entities/session/use-session.js'
import { ServicesContext } from '../call/services-context.js'
import { useRoom } from '../state/use-room.js'

/** There is no seat to give up, so that the player is out already. */
const OUT_ALREADY: ReadonlySet<string> = new Set(['NOT_SEATED', 'ROOM_NOT_FOUND'])

/**
 * Asks the server to take the seat back. Answers whether this player is out; a refusal is told. From the press on nobody sees
 * or hears this player, whatever the server answers and when.
 */
export function useGiveUpSeat() {
  const { send } = useRealtime()
  const { user } = useSession()
  const roomId = useRoom(({ roomId }) => roomId)
  const departure = useContext(ServicesContext)?.departure
  const [leaving, setLeaving] = useState(false)

  const giveUp = async (): Promise<boolean> => {
    if (user === null) {
      toastError(REASONS.NOT_SIGNED_IN.text)
      return false
    }
    if (roomId === null) return false
    departure?.begin()
    setLeaving(true)
    const answer = await send('leave-room', { roomId })
    setLeaving(false)
    if (answer.success || OUT_ALREADY.has(answer.code)) return true
    departure?.callOff()
    toastError(answer.error)
    return false
  }

  return { giveUp, leaving }
}
