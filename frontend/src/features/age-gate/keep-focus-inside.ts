import type { KeyboardEvent } from 'react'

/** Lets Tab go round between the first and the last button of an overlay. */
export const keepFocusInside = (event: KeyboardEvent<HTMLElement>) => {
  if (event.key !== 'Tab') return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const first = buttons.at(0)
  const last = buttons.at(-1)
  const outermost = event.shiftKey ? first : last
  const inside = buttons.some((button) => button === document.activeElement)
  if (document.activeElement !== outermost && (inside || !event.shiftKey)) return
  event.preventDefault()
  const next = event.shiftKey ? last : first
  next?.focus()
}
