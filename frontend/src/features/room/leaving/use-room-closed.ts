import { useEffect } from 'react'
import { useRealtime } from '../../../shared/realtime/index.js'
import { backToLobby } from './back-to-lobby.js'

const CLOSED = 'The room was closed.'
const SEAT_LOST = 'You were away for too long, so your seat was given up.'

/** Reasons that are tokens have words of their own here; a sentence, such as that of a ban, is for the person. */
const wordsOf = (reason: string): string => {
  if (reason === 'seat-lost') return SEAT_LOST
  return reason.includes(' ') ? reason : CLOSED
}

/** A room that is closed takes everybody back to the lobby, with the reason. */
export function useRoomClosed(): void {
  const { on } = useRealtime()
  useEffect(
    () =>
      on('room-closed', ({ reason }) =>
        backToLobby({ tone: 'neutral', text: wordsOf(reason) }),
      ),
    [on],
  )
}
