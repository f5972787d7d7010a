import { useLayoutEffect, type RefObject } from 'react'

/**
 * Hands the focus on when a part of the page goes that has it: to what opened the part, or to the screen if that is
 * gone as well.
 */
export function useFocusBack(part: RefObject<HTMLElement | null>, opener: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = part.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const screen = element.closest('main')
      // Only then it is known what remains, which is why the opener is looked up late.
      // eslint-disable-next-line react-hooks/exhaustive-deps
      queueMicrotask(() => (opener.current ?? screen)?.focus({ preventScroll: true }))
    }
  }, [part, opener])
}
