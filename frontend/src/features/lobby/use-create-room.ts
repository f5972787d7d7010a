import { useState } from 'react'
import { REASONS } from '@kla/proto/web'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { useRealtime } from '../../shared/realtime/index.js'
import type { RoomKey } from '../../entities/room/room-key.js'
import { useSession } from '../../entities/session/use-session.js'
import { draftErrors, toCreateRoom, type DraftErrors, type RoomDraft } from './room-draft.js'

/** Sends a draft that may be sent, and tells how that ended. */
export const useCreateRoom = (onCreated: (room: RoomKey) => void) => {
  const { send } = useRealtime()
  const { user } = useSession()
  const [errors, setErrors] = useState<DraftErrors>({})
  const [creating, setCreating] = useState(false)

  /** Answers what was wrong with the draft. */
  const create = async (draft: RoomDraft): Promise<DraftErrors> => {
    if (!user) {
      toastError(REASONS.NOT_SIGNED_IN_TO_CREATE.text)
      return {}
    }
    const found = draftErrors(draft)
    setErrors(found)
    if (Object.keys(found).length > 0) return found

    const payload = toCreateRoom(draft)
    setCreating(true)
    const answer = await send('create-room', payload)
    setCreating(false)
    if (!answer.success) {
      toastError(answer.error)
      return found
    }
    toastSuccess('Room Successfully Created')
    onCreated({ roomId: answer.roomId, passcode: payload.passcode })
    return found
  }

  return { create, creating, errors }
}
