import { useSyncExternalStore } from 'react'

/** The person's own word, kept in this browser. The server keeps a verdict per account beside it. */
const KEY = 'age-confirmed'
const listeners = new Set<() => void>()
const tell = () => listeners.forEach((listener) => listener())

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  // Another tab may confirm, or take it back.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

const isConfirmed = () => localStorage.getItem(KEY) === 'true'

export const confirmAge = () => {
  localStorage.setItem(KEY, 'true')
  tell()
}

export const clearAge = () => {
  localStorage.removeItem(KEY)
  tell()
}

/** Whether somebody at this browser has said to be of age. */
export const useAgeConfirmed = () => useSyncExternalStore(subscribe, isConfirmed)
