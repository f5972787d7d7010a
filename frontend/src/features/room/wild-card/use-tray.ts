import { useState } from 'react'
import { useRoom } from '../state/use-room.js'

/** Tray of Wild Cards and whether it is open. */
export interface Tray {
  isOpen: boolean
  toggle: () => void
  close: () => void
}

/** Open for one prompt, until it ends or a pick holds: a refused one opens it again. */
export function useTray(canPick: boolean): Tray {
  const round = useRoom(({ round }) => round)
  const prompted = useRoom(({ phase }) => phase === 'prompt')
  const [openedIn, setOpenedIn] = useState<number | null>(null)
  // The next battle repeats round numbers.
  if (!prompted && openedIn !== null) setOpenedIn(null)
  const isOpen = canPick && openedIn === round
  return {
    isOpen,
    toggle: () => setOpenedIn(isOpen || !canPick ? null : round),
    close: () => setOpenedIn(null),
  }
}
