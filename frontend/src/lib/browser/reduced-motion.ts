import { useSyncExternalStore } from 'react'

const STILL = '(prefers-reduced-motion: reduce)'

/** Whether this person asked for stillness: then nothing moves unless it is asked to. */
export const prefersStillness = (): boolean => window.matchMedia(STILL).matches

const subscribe = (listener: () => void) => {
  const query = window.matchMedia(STILL)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** {@link prefersStillness}, followed while it changes. */
export const useStillness = (): boolean => useSyncExternalStore(subscribe, prefersStillness)
