import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { toastError } from '../../../shared/ui/toast.js'
import { useBePresentMutation } from '../../../entities/cup/cups.js'
import { errorText, isRefusal } from '../../../shared/api/errors.js'
import { keepPresent, type Said } from './presence.js'
import { browserClock } from '../../../shared/realtime/clock.js'
import { invitePath } from '../../../entities/room/invite-path.js'

interface Presence {
  /** Whether it is being said. */
  here: boolean
  /** Who is there, as the server last said. */
  present: readonly number[]
  /** Whether the last answer did not come. */
  lost: boolean
  arrive: () => void
}

/** Says "I am here" for a tie from the first press on, and goes into its room as soon as that is open. */
export function usePresence(cupId: string, tieId: string): Presence {
  const navigate = useNavigate()
  const [bePresent] = useBePresentMutation()
  const [here, setHere] = useState(false)
  const [present, setPresent] = useState<readonly number[]>([])
  const [lost, setLost] = useState(false)

  useEffect(() => {
    if (!here) return undefined
    const say = async (): Promise<Said> => {
      const { data, error } = await bePresent({ cupId, tieId })
      if (data) return { told: data }
      return isRefusal(error) ? { refused: errorText(error, 'You could not be noted as present.') } : { lost: true }
    }
    const onSaid = (said: Said) => {
      setLost('lost' in said)
      if ('refused' in said) {
        setHere(false)
        toastError(said.refused)
      }
      if (!('told' in said)) return
      setPresent(said.told.present)
      if (said.told.room_id !== null) void navigate(invitePath({ roomId: said.told.room_id, passcode: null }))
    }
    return keepPresent({ say, onSaid, clock: browserClock })
  }, [here, cupId, tieId, bePresent, navigate])

  return { here, present, lost, arrive: () => setHere(true) }
}
