import { KlaError } from '@kla/chassis'

/** Concurrent calls with the same key share one run of `work`. */
export function createSingleFlight<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>()
  return (key, work) => {
    const known = running.get(key)
    if (known) return known
    const started = work().finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
}

export type Limit = <T>(work: () => Promise<T>) => Promise<T>

/** Queues in order; rejects with MEDIA_UNAVAILABLE when the queue is full. */
export function createLimiter({ running, waiting }: { running: number; waiting: number }): Limit {
  const queue: (() => void)[] = []
  let free = running
  return async (work) => {
    if (free > 0) free--
    else if (queue.length >= waiting) throw new KlaError('MEDIA_UNAVAILABLE')
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else free++
    }
  }
}
