import { useSyncExternalStore } from 'react'
import { browserMemory, type Memory } from './memory.js'

/** A setting of this browser. `read` gets the stored value, or null. */
export interface Remembered<Value> {
  get(): Value
  set(value: Value): void
  subscribe(listener: () => void): () => void
}

export function remembered<Value extends string | number | boolean>(
  key: string,
  read: (stored: string | null) => Value,
  memory: () => Memory = () => browserMemory('localStorage'),
): Remembered<Value> {
  let value: Value | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => (value ??= read(memory().getItem(key))),
    set(next) {
      value = next
      memory().setItem(key, String(next))
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const useRemembered = <Value>({ subscribe, get }: Remembered<Value>): Value =>
  useSyncExternalStore(subscribe, get)
