import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until `work` has settled, at most `ms`. For stopping, where sweeps of other pods finish what is left. */
export async function settleWithin(ms: number, work: Promise<unknown>): Promise<void> {
  await withTimeout(ms, work, undefined)
}

/** The result of `work`; `otherwise` if it fails or takes longer than `ms`. */
export async function withTimeout<T, U>(ms: number, work: Promise<T>, otherwise: U): Promise<T | U> {
  const limit = new AbortController()
  const late = sleep(ms, otherwise, { signal: limit.signal }).catch(() => otherwise)
  const answer = await Promise.race([work.catch(() => otherwise), late])
  limit.abort()
  return answer
}

/** For a round or message in flight when a process stops. */
export const SHUTDOWN_TIMEOUT_MS = 4_000

/** A healthy server answers in milliseconds; a dead one never. */
const ANSWER_WITHIN_MS = 1_000

/** Whether a dependency answers; false on failure and timeout. */
export const answersNow = (ask: () => boolean | Promise<boolean>): Promise<boolean> =>
  withTimeout(ANSWER_WITHIN_MS, (async () => ask())(), false)
