import type { Clock } from '../../src/provider/client.js'

/** Time that passes only in pauses, which are noted and take none of ours. */
export interface FakeClock extends Clock {
  readonly pauses: number[]
  advance(ms: number): void
}

export function createFakeClock(startMs = Date.now()): FakeClock {
  let nowMs = startMs
  const pauses: number[] = []
  return {
    pauses,
    now: () => nowMs,
    async sleep(ms) {
      pauses.push(ms)
      nowMs += ms
    },
    advance(ms) {
      nowMs += ms
    },
  }
}
