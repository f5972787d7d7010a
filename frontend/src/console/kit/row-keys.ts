import { type RefObject, useRef } from 'react'
import { REPEATS, useShortcut } from './shortcuts.js'

interface Place {
  focused: number
  last: number
}

/** Returns the row to focus, or -1: the neighbour, the last place, or the end stepped from. */
export function target({ focused, last }: Place, step: 1 | -1, count: number): number {
  if (focused >= 0) return Math.min(Math.max(focused + step, 0), count - 1)
  if (last >= 0) return Math.min(last, count - 1)
  return step === 1 ? Math.min(0, count - 1) : count - 1
}

/** Focuses opening buttons, so that Enter opens and screen readers follow; `x` clicks the checkbox. */
export function useRowKeys(body: RefObject<HTMLTableSectionElement | null>, selectable: boolean) {
  const last = useRef(-1)

  const rows = () => [...(body.current?.rows ?? [])]
  const focused = () => rows().findIndex((row) => row.contains(document.activeElement))
  const move = (step: 1 | -1) => {
    const index = target({ focused: focused(), last: last.current }, step, rows().length)
    const row = rows()[index]
    if (!row) return
    last.current = index
    row.querySelector<HTMLElement>('[data-opens]')?.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'nearest' })
  }

  useShortcut('j', 'Next entry', () => move(1), true, REPEATS)
  useShortcut('k', 'Previous entry', () => move(-1), true, REPEATS)
  useShortcut('Enter', 'Open the entry', null)
  useShortcut(
    'x',
    'Select the entry',
    () => rows()[focused()]?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click(),
    selectable,
  )
  return {
    onFocus: () => {
      last.current = focused()
    },
  }
}
