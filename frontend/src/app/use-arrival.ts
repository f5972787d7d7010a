import { useEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'react-router'

/**
 * On going to another screen: scrolls to its top and puts the focus there, as a page load would. `stage` tells screens
 * apart that share an address.
 */
export const useArrival = (main: RefObject<HTMLElement | null>, stage: string) => {
  const { pathname } = useLocation()
  const screen = `${pathname} ${stage}`
  const shown = useRef(screen)
  useEffect(() => {
    if (shown.current === screen) return
    shown.current = screen
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [screen, main])
}
