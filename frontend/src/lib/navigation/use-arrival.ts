import { useEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'react-router'

/** On going to another screen: scrolls to its top and puts the focus there, as a page load would. */
export const useArrival = (main: RefObject<HTMLElement | null>) => {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [pathname, main])
}
