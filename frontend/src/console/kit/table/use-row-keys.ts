import { useRef, type RefObject } from 'react'
import { useShortcut } from '../keys/shortcuts-context.js'
import { target } from './target.js'

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
