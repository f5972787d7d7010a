import { useEffect } from 'react'

/** Keeps the room above the keyboard also where a browser lays it over the page, as on iOS. */
export function useSeenHeight(): void {
  useEffect(() => {
    const seen = window.visualViewport
    if (seen === null) return undefined
    const { style } = document.documentElement
    const fit = () => {
      // Zooming in shrinks it, too, but must not change the layout.
      if (seen.scale > 1.01) return
      style.setProperty('--seen-height', `${seen.height}px`)
      // iOS scrolls what lies under the keyboard into view, and the header out of it.
      window.scrollTo(0, 0)
    }
    const stopped = new AbortController()
    fit()
    seen.addEventListener('resize', fit, { signal: stopped.signal })
    return () => {
      stopped.abort()
      style.removeProperty('--seen-height')
    }
  }, [])
}
