import { type RefObject, useRef } from 'react'
import { useShortcut } from './shortcuts.js'

interface Place {
  /** The entry that has the focus, or -1. */
  focused: number
  /** The entry that had it before it went elsewhere, or -1. */
  last: number
}

/**
 * The entry that a step leads to; -1 where there is none. From a row to its neighbour, at most to the ends; from
 * elsewhere back to where one was, or to what has taken that place; else to the end that one comes from.
 */
export function target({ focused, last }: Place, step: 1 | -1, count: number): number {
  if (focused >= 0) return Math.min(Math.max(focused + step, 0), count - 1)
  if (last >= 0) return Math.min(last, count - 1)
  return step === 1 ? Math.min(0, count - 1) : count - 1
}

/**
 * `j` and `k` carry the focus from one row's opening button to the next, so that Enter opens and a screen reader
 * follows; `x` presses the row's checkbox.
 */
export function useRowKeys(body: RefObject<HTMLTableSectionElement | null>, selectable: boolean) {
  /** Where the focus was last: it may have gone elsewhere since, or its row may be gone. */
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

  useShortcut('j', 'Next entry', () => move(1))
  useShortcut('k', 'Previous entry', () => move(-1))
  useShortcut('Enter', 'Open the entry', null)
  useShortcut(
    'x',
    'Select the entry',
    () => rows()[focused()]?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click(),
    selectable,
  )
  return {
    /** Takes note of where the focus is. */
    onFocus: () => {
      last.current = focused()
    },
  }
}
