import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { GIF_SAVES_ANCHOR } from '../../shared/config/paths.js'
import { prefersStillness } from '../../shared/browser/use-media-query.js'

/** `#gif-saves` goes to the GIF saves as soon as they are shown, and leaves the address. */
export const useGifSavesAnchor = (shown: boolean) => {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (!shown || hash !== `#${GIF_SAVES_ANCHOR}`) return
    // After the frame in which arriving at a screen scrolls to its top.
    const frame = requestAnimationFrame(() => {
      const item = document.getElementById(GIF_SAVES_ANCHOR)
      item?.scrollIntoView({ behavior: prefersStillness() ? 'instant' : 'smooth', block: 'start' })
      item?.focus({ preventScroll: true })
      void navigate({ pathname, search }, { replace: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [shown, hash, pathname, search, navigate])
}
