import { useState } from 'react'

export interface Tray {
  isOpen: boolean
  toggle: () => void
  close: () => void
}

/** Open for one prompt: closes with it, or once a pick is made. */
export function useTray(round: number, canPick: boolean): Tray {
  const [openedIn, setOpenedIn] = useState<number | null>(null)
  const isOpen = canPick && openedIn === round
  return {
    isOpen,
    toggle: () => setOpenedIn(isOpen || !canPick ? null : round),
    close: () => setOpenedIn(null),
  }
}
