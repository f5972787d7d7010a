import { TYPING_SHOWN_MS } from '@kla/proto/web'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useRealtime } from '../../../shared/realtime/index.js'
import { useMe, useRoom } from '../state/use-room.js'

const SENT_EVERY_MS = TYPING_SHOWN_MS / 2

/** Returns the function to call with each change of the field. */
export function useSendTyping(): (text: string) => void {
  const { post } = useRealtime()
  const roomId = useRoom(({ roomId }) => roomId)
  const sentAt = useRef(-Infinity)
  return useCallback(
    (text: string) => {
      const now = performance.now()
      if (roomId === null || text.trim() === '' || now - sentAt.current < SENT_EVERY_MS) return
      sentAt.current = now
      post('typing', { roomId })
    },
    [post, roomId],
  )
}

/** Name of the opponent while typing, else null. */
export function useTypingName(): string | null {
  const { on } = useRealtime()
  const me = useMe()
  const [typing, setTyping] = useState<number | null>(null)
  const name = useRoom(({ players }) => players.find(({ id }) => id === typing)?.username ?? null)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const over = () => {
      clearTimeout(timer)
      setTyping(null)
    }
    const undo = [
      on('typing', ({ id }) => {
        if (id === me) return
        clearTimeout(timer)
        setTyping(id)
        timer = setTimeout(over, TYPING_SHOWN_MS)
      }),
      on('receive-message', (message) => {
        if (!('system' in message) && message.senderId !== me) over()
      }),
    ]
    return () => {
      undo.forEach((off) => off())
      over()
    }
  }, [on, me])

  return name
}
