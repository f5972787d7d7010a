import type { Clock } from '../src/clock.js'

/** A clock that moves by hand, and runs what falls due on its way. */
export function manualClock(nowMs = 0): { readonly clock: Clock; advance(byMs: number): void } {
  let now = nowMs
  const timers = new Set<{ readonly at: number; readonly run: () => void }>()
  return {
    clock: {
      now: () => now,
      after(delayMs, run) {
        const timer = { at: now + delayMs, run }
        timers.add(timer)
        return () => void timers.delete(timer)
      },
    },
    advance(byMs) {
      const end = now + byMs
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)
        if (!next) break
        timers.delete(next)
        now = next.at
        next.run()
      }
      now = end
    },
  }
}
