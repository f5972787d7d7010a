import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds, followed while it changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

const STILL = '(prefers-reduced-motion: reduce)'

/** Whether this person asked for stillness: then nothing moves unless it is asked to. */
export const prefersStillness = (): boolean => window.matchMedia(STILL).matches

/** {@link prefersStillness}, followed while it changes. */
export const useStillness = (): boolean => useMediaQuery(STILL)
