import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react'
import { useDispatch } from 'react-redux'
import { toastError } from '../components/ui/toast.js'
import { entered } from '../features/room/state/room-slice.js'
import { useRealtime } from '../lib/realtime/index.js'
import type { RoomKey } from '../lib/rooms/room-key.js'

interface Seating {
  /** The room whose answer is awaited. */
  joining: string | null
  /** Asks for a seat; a refusal is told in the server's words. */
  join: (room: RoomKey) => Promise<void>
  /** Takes note of a seat that is ours already. */
  enter: (room: RoomKey) => void
}

const SeatingContext = createContext<Seating | null>(null)

/** How a player comes into a room, from the lobby as from a link. */
export const SeatingProvider = ({ children }: { children: ReactNode }) => {
  const dispatch = useDispatch()
  const { send } = useRealtime()
  const [joining, setJoining] = useState<string | null>(null)

  const enter = useCallback((room: RoomKey) => void dispatch(entered(room)), [dispatch])
  const join = useCallback(
    async (room: RoomKey) => {
      setJoining(room.roomId)
      const answer = await send('join-room', { ...room, role: 'player' })
      setJoining(null)
      if (answer.success) enter(room)
      else toastError(answer.error)
    },
    [send, enter],
  )

  const seating = useMemo(() => ({ joining, join, enter }), [joining, join, enter])
  return <SeatingContext value={seating}>{children}</SeatingContext>
}

export const useSeating = (): Seating => {
  const seating = useContext(SeatingContext)
  if (!seating) throw new Error('useSeating needs a SeatingProvider above it.')
  return seating
}
