import { useSyncExternalStore } from 'react'

/** The same width as in the style sheets of this feature. */
const PHONE = '(width < 48rem)'

const subscribe = (listener: () => void) => {
  const query = window.matchMedia(PHONE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the stage is drawn for a phone: one face large, the other small over it. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(PHONE).matches)
