import { useEffect } from 'react'

/** A mouse that comes, a finger, a key. */
const SIGNS = ['pointerover', 'pointerdown', 'keydown'] as const

/** Acts once, as soon as somebody is seen to do anything on this page. `act` has to be the same at every drawing. */
export function useFirstSign(act: () => void): void {
  useEffect(() => {
    const listening = new AbortController()
    const seen = () => {
      listening.abort()
      act()
    }
    for (const sign of SIGNS) document.addEventListener(sign, seen, { signal: listening.signal, passive: true })
    return () => listening.abort()
  }, [act])
}
