import { setTimeout as sleep } from 'node:timers/promises'

/** Time as the provider's client knows it; a test has its own. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number
  sleep(ms: number): Promise<void>
}

export const systemClock: Clock = { now: Date.now, sleep: async (ms) => sleep(ms) }
