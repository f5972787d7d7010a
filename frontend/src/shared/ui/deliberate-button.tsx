import { useEffect, useState } from 'react'
import { Button, type ButtonProps } from './button.js'
import { SETTLES_WITHIN_MS } from './settling.js'

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

/** Ignores a double click that began elsewhere, even on another site's window. */
export const DeliberateButton = ({ onClick, ...rest }: ButtonProps) => {
  const inFront = useInFront()
  return <Button {...rest} aria-disabled={!inFront} onClick={inFront ? onClick : undefined} />
}
