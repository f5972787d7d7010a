import { useEffect, useRef, type RefObject } from 'react'

/**
 * A press here takes away what was pressed. Then the focus goes to the button that stands in its place, instead of to
 * the top of the page.
 */
export function useFocusKept(place: RefObject<HTMLElement | null>, content: unknown): void {
  const shown = useRef(content)
  useEffect(() => {
    if (shown.current === content) return
    shown.current = content
    if (document.activeElement === document.body) place.current?.querySelector('button')?.focus()
  }, [place, content])
}
