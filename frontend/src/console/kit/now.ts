import { useSyncExternalStore } from 'react'

/** What runs out on the screen does so within this time. */
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

/** The time, in steps of ten seconds: one clock for everything on the screen. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => nowMs)
