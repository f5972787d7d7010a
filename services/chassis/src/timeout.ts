import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits until `work` has ended, well or badly, but no longer than this. For stopping: what hangs on a server that
 * answers nothing would keep a process from ending, and whatever it was about to do, the sweeps of other pods find.
 */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  await answerWithin(ms, work, undefined)
}

/** What `work` comes to; `otherwise` if it fails, or has not come to anything by then. */
export async function answerWithin<T, U>(ms: number, work: Promise<T>, otherwise: U): Promise<T | U> {
  const limit = new AbortController()
  const late = sleep(ms, otherwise, { signal: limit.signal }).catch(() => otherwise)
  const answer = await Promise.race([work.catch(() => otherwise), late])
  limit.abort()
  return answer
}

/** For a round of work, or a message, that is under way when a process stops. */
export const FINISH_WITHIN_MS = 4_000

/** A server that is well answers in milliseconds. One that has died says nothing, not even that it has. */
const ANSWER_WITHIN_MS = 1_000

/** Whether what a process needs answers now. A failure is a no, and so is a silence. */
export const answersNow = (ask: () => boolean | Promise<boolean>): Promise<boolean> =>
  answerWithin(ANSWER_WITHIN_MS, (async () => ask())(), false)
