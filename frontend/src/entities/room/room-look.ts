import type { RoomListItem } from '@kla/proto/web'
import { useEffect, useState } from 'react'
import { useRealtime } from '../../shared/realtime/index.js'

/** A room seen without a seat in it. */
export type RoomLook =
  | { readonly kind: 'looking' }
  | { readonly kind: 'seen'; readonly room: RoomListItem; readonly hostHere: boolean }
  | { readonly kind: 'refused'; readonly error: string; readonly code: string }

const LOOKING: RoomLook = { kind: 'looking' }

/** Looks at a room without taking a seat. */
export function useRoomLook(roomId: string): RoomLook {
  const { send } = useRealtime()
  const [last, setLast] = useState<{ roomId: string; look: RoomLook } | null>(null)

  useEffect(() => {
    let here = true
    void send('look-at-room', { roomId }).then((answer) => {
      if (!here) return
      setLast({ roomId, look: { ...answer, kind: answer.success ? 'seen' : 'refused' } as RoomLook })
    })
    return () => {
      here = false
    }
  }, [roomId, send])

  return last?.roomId === roomId ? last.look : LOOKING
}

/** True if players meet unveiled; false while unknown. */
export const isUnveiled = (look: RoomLook): boolean => look.kind === 'seen' && !look.room.veiled
