import { useEffect } from 'react'

const SIGNS = ['pointerover', 'pointerdown', 'keydown'] as const

/** Runs `act` once, on the first input on this page. `act` must be stable. */
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
