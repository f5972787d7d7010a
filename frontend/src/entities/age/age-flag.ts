import { useSyncExternalStore } from 'react'
import { browserMemory } from '../../shared/browser/memory.js'
import { AGE_KEY } from '../../shared/browser/personal.js'

const memory = browserMemory('localStorage')
const listeners = new Set<() => void>()
const notify = () => listeners.forEach((listener) => listener())

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

const isConfirmed = () => memory.getItem(AGE_KEY) === 'true'

export const confirmAge = () => {
  memory.setItem(AGE_KEY, 'true')
  notify()
}

export const clearAge = () => {
  memory.removeItem(AGE_KEY)
  notify()
}

export const useAgeConfirmed = () => useSyncExternalStore(subscribe, isConfirmed)
