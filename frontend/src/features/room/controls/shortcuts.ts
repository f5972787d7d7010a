import { useEffect, useEffectEvent } from 'react'

interface Shortcuts {
  mic: () => void
  cam: () => void
  chat: () => void
  show: () => void
  blur: () => void
  wildCard: () => void
  pick: (index: number) => void
}

const isPressing = (target: EventTarget | null) => target instanceof HTMLElement && target.closest('button, a') !== null

export function useShortcuts(shortcuts: Shortcuts): void {
  useKeys((key, event) => {
    if (key === 'm') shortcuts.mic()
    else if (key === 'v') shortcuts.cam()
    else if (key === 's') shortcuts.show()
    else if (key === 'w') shortcuts.wildCard()
    else if (/^[1-9]$/.test(key)) shortcuts.pick(Number(key))
    else if (key === 'enter' && !isPressing(event.target)) {
      event.preventDefault()
      shortcuts.chat()
    }
  })
  useKeys((key) => void (key === 'b' && shortcuts.blur()), { inDialogs: true })
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

/** Handles single lower-case keys, except while typing and in combinations. */
export function useKeys(onKey: (key: string, event: KeyboardEvent) => void, { inDialogs = false } = {}): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (!inDialogs && document.querySelector('dialog[open]')) return
    onKey(event.key.toLowerCase(), event)
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

/** Closes by Escape from any focus, unless a dialog is in front. */
export function useEscape(close: () => void): void {
  const onEscape = useEffectEvent(close)
  useEffect(() => {
    const listener = ({ key, repeat, isComposing }: KeyboardEvent) => {
      if (key === 'Escape' && !repeat && !isComposing && !document.querySelector('dialog[open]')) onEscape()
    }
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
