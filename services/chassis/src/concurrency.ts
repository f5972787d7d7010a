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
