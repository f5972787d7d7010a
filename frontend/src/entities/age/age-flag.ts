import { useSyncExternalStore } from 'react'
import { browserMemory } from '../../shared/browser/memory.js'

/** The person's own word, kept in this browser. The server keeps a verdict per account beside it. */
const KEY = 'age-confirmed'
const memory = browserMemory('localStorage')
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

const isConfirmed = () => memory.getItem(KEY) === 'true'

export const confirmAge = () => {
  memory.setItem(KEY, 'true')
  tell()
}

export const clearAge = () => {
  memory.removeItem(KEY)
  tell()
}

/** Whether somebody at this browser has said to be of age. */
export const useAgeConfirmed = () => useSyncExternalStore(subscribe, isConfirmed)
