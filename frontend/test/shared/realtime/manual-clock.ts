import type { Clock } from '../../../src/shared/realtime/clock.js'

/** A clock that moves only by `advance`. */
export function manualClock(start = 1_000_000) {
  let now = start
  const timers = new Set<{ at: number; run: () => void }>()
  const clock: Clock = {
    now: () => now,
    after(delayMs, run) {
      const timer = { at: now + delayMs, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  }
  return {
    clock,
    advance(ms: number) {
      const until = now + ms
      for (;;) {
        const due = [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
        if (due === undefined) break
        timers.delete(due)
        now = due.at
        due.run()
      }
      now = until
    },
  }
}
