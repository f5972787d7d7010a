import { useEffect } from 'react'
import { useRealtime } from '../../../lib/realtime/index.js'
import { backToLobby } from './back-to-lobby.js'

const CLOSED = 'The room was closed.'
const SEAT_LOST = 'You were away for too long, so your seat was given up.'

/** A room that is closed takes everybody back to the lobby, with the reason. */
export function useRoomClosed(): void {
  const { on } = useRealtime()
  useEffect(
    () =>
      on('room-closed', ({ reason }) =>
        backToLobby({ tone: 'neutral', text: reason === 'seat-lost' ? SEAT_LOST : CLOSED }),
      ),
    [on],
  )
}
