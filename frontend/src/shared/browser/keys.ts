import { useEffect, useEffectEvent } from 'react'

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
