import { useEffect } from 'react'

const SIGNS = ['pointerover', 'pointerdown', 'keydown'] as const

/** Runs a stable `act` once, on this page's first input. */
export function useFirstInput(act: () => void): void {
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
