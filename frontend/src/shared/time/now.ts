import { useSyncExternalStore } from 'react'
import type { Observable } from '../browser/observable.js'

const EVERY_MS = 10_000
/** React compares values that it reads in a row. */
const SAME_MS = 1_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let nowMs = Date.now()

const look = () => {
  nowMs = Date.now()
  for (const listener of listeners) listener()
}

/** Unix milliseconds in steps of ten seconds, from one timer for all subscribers. */
export const roughNow: Observable<number> = {
  get() {
    // React renders before it subscribes.
    if (timer === undefined && Date.now() - nowMs >= SAME_MS) nowMs = Date.now()
    return nowMs
  },
  subscribe(listener) {
    listeners.add(listener)
    timer ??= setInterval(look, EVERY_MS)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  },
}

export const useRoughNow = (): number => useSyncExternalStore(roughNow.subscribe, roughNow.get)
