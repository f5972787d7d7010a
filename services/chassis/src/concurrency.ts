import type { Reason } from '@kla/proto/web'
import pLimit from 'p-limit'
import { KlaError } from './errors.js'

export type ConcurrencyLimiter = <T>(work: () => Promise<T>) => Promise<T>

export interface ConcurrencyLimits {
  readonly running: number
  readonly waiting: number
  /** What work beyond both is rejected with. */
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
