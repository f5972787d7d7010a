import { useEffect, useState } from 'react'
import { Button, type ButtonProps } from './button.js'

/** The longest time in which systems take two clicks for one double click, and a little more. */
const SETTLES_WITHIN_MS = 600

/** Whether this page has been in front for a moment: a press before that may have been meant for another page. */
function useInFront(): boolean {
  const [inFront, setInFront] = useState(false)

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    let settling: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(settling)
      setInFront(false)
      if (document.visibilityState === 'visible') settling = setTimeout(() => setInFront(true), SETTLES_WITHIN_MS)
    }
    look()
    window.addEventListener('focus', look, { signal })
    window.addEventListener('pageshow', look, { signal })
    document.addEventListener('visibilitychange', look, { signal })
    return () => {
      clearTimeout(settling)
      listening.abort()
    }
  }, [])

  return inFront
}

/**
 * A button for what another site would like to have pressed: the second click of a double click that began on that site's
 * window, just closed, does nothing here.
 */
export const DeliberateButton = ({ onClick, ...rest }: ButtonProps) => {
  const inFront = useInFront()
  return <Button {...rest} aria-disabled={!inFront} onClick={inFront ? onClick : undefined} />
}
