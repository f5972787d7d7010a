import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits until `work` has ended, well or badly, but no longer than this. For stopping: what hangs on a server that
 * answers nothing would keep a process from ending, and whatever it was about to do, the sweeps of other pods find.
 */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const limit = new AbortController()
  const late = sleep(ms, undefined, { signal: limit.signal }).catch(() => undefined)
  await Promise.race([work.catch(() => undefined), late])
  limit.abort()
}

/** For a round of work, or a message, that is under way when a process stops. */
export const FINISH_WITHIN_MS = 4_000
