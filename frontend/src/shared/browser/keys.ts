import { useEffect, useEffectEvent } from 'react'
import { createTypedOn } from './typed-on.js'

const isIn = (target: EventTarget | null, selector: string): target is HTMLElement =>
  target instanceof HTMLElement && target.closest(selector) !== null

const TEXT = 'textarea, [contenteditable], input:not([type=radio], [type=checkbox], [type=range])'

// An element without boxes is hidden or removed.
const typed = createTypedOn<Element>((field) => field.matches(':disabled') || field.getClientRects().length === 0)

const noteTyping = ({ target, timeStamp }: Event) => {
  if (isIn(target, TEXT)) typed.note(target, timeStamp)
}

interface KeysOptions {
  /** True for keys that also act in dialogs, and right after a text field is gone. */
  urgent?: boolean
}

/** Handles single lower-case keys, except while typing and in combinations. */
export function useKeys(
  onKey: (key: string, event: KeyboardEvent) => void,
  { urgent = false }: KeysOptions = {},
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    if (isIn(event.target, 'input, textarea, select, [contenteditable]')) return
    if (!urgent && (document.querySelector('dialog[open]') || typed.isTypedOn(event.timeStamp))) return
    onKey(event.key.toLowerCase(), event)
  })

  useEffect(() => {
    // Not all browsers send `focusout` for a field that is removed.
    for (const type of ['focusin', 'focusout', 'keydown']) window.addEventListener(type, noteTyping, true)
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
