import { useKeys } from './use-keys.js'

/** What single keys do. */
export interface Shortcuts {
  mic: () => void
  cam: () => void
  chat: () => void
  wildCard: () => void
  /** Plays the card with this number, from 1. */
  pick: (index: number) => void
}

const isPressing = (target: EventTarget | null) => target instanceof HTMLElement && target.closest('button, a') !== null

/** Single keys for the room. */
export function useShortcuts(shortcuts: Shortcuts): void {
  useKeys((key, event) => {
    if (key === 'm') shortcuts.mic()
    else if (key === 'v') shortcuts.cam()
    else if (key === 'w') shortcuts.wildCard()
    else if (/^[1-9]$/.test(key)) shortcuts.pick(Number(key))
    else if (key === 'enter' && !isPressing(event.target)) {
      // The very key press would otherwise send an empty line.
      event.preventDefault()
      shortcuts.chat()
    }
  })
}
