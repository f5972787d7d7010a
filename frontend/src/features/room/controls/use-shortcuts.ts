import { useEffect, useEffectEvent } from 'react'

/** What single keys do. */
export interface Shortcuts {
  mic: () => void
  cam: () => void
  chat: () => void
  /** Plays the card with this number, from 1. */
  pick: (index: number) => void
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
const isPressing = (target: EventTarget | null) => target instanceof HTMLElement && target.closest('button, a') !== null

/** Single keys for the room. They rest while somebody types, and leave combinations to the browser. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (document.querySelector('dialog[open]')) return
    const key = event.key.toLowerCase()
    if (key === 'm') shortcuts.mic()
    else if (key === 'v') shortcuts.cam()
    else if (/^[1-9]$/.test(key)) shortcuts.pick(Number(key))
    else if (key === 'enter' && !isPressing(event.target)) {
      // The very key press would otherwise send an empty line.
      event.preventDefault()
      shortcuts.chat()
    }
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
