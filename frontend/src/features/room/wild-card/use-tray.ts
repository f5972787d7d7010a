import { useState } from 'react'

/** Tray of Wild Cards and whether it is open. */
export interface Tray {
  isOpen: boolean
  toggle: () => void
  close: () => void
}

/** Open for one prompt, until it ends or a pick is made. */
export function useTray(round: number, canPick: boolean): Tray {
  const [openedIn, setOpenedIn] = useState<number | null>(null)
  // The next battle repeats round numbers.
  if (!canPick && openedIn !== null) setOpenedIn(null)
  const isOpen = canPick && openedIn === round
  return {
    isOpen,
    toggle: () => setOpenedIn(isOpen || !canPick ? null : round),
    close: () => setOpenedIn(null),
  }
}
