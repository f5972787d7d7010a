import type { Reason } from '@kla/proto/web'
import pLimit from 'p-limit'
import { KlaError } from './errors.js'

/** Runs work once a place is free. */
export type ConcurrencyLimiter = <T>(work: () => Promise<T>) => Promise<T>

/** Numbers of running and queued tasks; more are refused. */
export interface ConcurrencyLimits {
  readonly running: number
  readonly waiting: number
  readonly refusal: Reason
}

/** Rejects work that finds the queue full. */
export function createConcurrencyLimiter({ running, waiting, refusal }: ConcurrencyLimits): ConcurrencyLimiter {
  const limit = pLimit(running)
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= running + waiting) throw new KlaError(refusal)
    return limit(work)
  }
}

/** Works on all items, at most `atMost` at a time, then rejects with the first failure. */
export async function forEachLimited<T>(
  items: readonly T[],
  atMost: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const limit = pLimit(atMost)
  const settled = await Promise.allSettled(items.map((item) => limit(() => work(item))))
  for (const result of settled) if (result.status === 'rejected') throw result.reason
}
