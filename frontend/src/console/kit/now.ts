import { useSyncExternalStore } from 'react'

const STEP_MS = 10_000

let nowMs = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  timer ??= setInterval(() => {
    nowMs = Date.now()
    for (const each of listeners) each()
  }, STEP_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Unix milliseconds in steps of ten seconds from one timer. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => nowMs)
