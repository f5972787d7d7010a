import { useState } from 'react'

export interface Tray {
  isOpen: boolean
  toggle: () => void
  close: () => void
}

/** Whether the tray of saved GIFs is open. It belongs to one prompt, and closes with it or once a pick is made. */
export function useTray(round: number, canPick: boolean): Tray {
  const [openedIn, setOpenedIn] = useState<number | null>(null)
  const isOpen = canPick && openedIn === round
  return {
    isOpen,
    toggle: () => setOpenedIn(isOpen || !canPick ? null : round),
    close: () => setOpenedIn(null),
  }
}
