import { KlaError } from '@kla/chassis'

/** Runs `work` for all items, `size` at a time. All are tried; then the first failure is thrown. */
export async function inBatches<T>(
  items: readonly T[],
  size: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (let start = 0; start < items.length; start += size) {
    const settled = await Promise.allSettled(items.slice(start, start + size).map(work))
    for (const result of settled) if (result.status === 'rejected') failures.push(result.reason)
  }
  if (failures.length > 0) throw failures[0]
}

/**
 * Lets callers that come while a run is under way share the next one. Nobody is given what was read before it asked,
 * and however many ask, no more than one run goes at a time.
 */
export function shareNext<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | undefined
  let next: Promise<T> | undefined

  const start = (): Promise<T> => {
    const run = work().finally(() => {
      if (running === run) running = undefined
    })
    running = run
    return run
  }

  return () => {
    if (next) return next
    if (!running) return start()
    const startNext = (): Promise<T> => {
      next = undefined
      return start()
    }
    next = running.then(startNext, startNext)
    return next
  }
}

interface FairLimits {
  /** How much runs at once. */
  readonly atOnce: number
  /** How much of one key may wait beside what runs. */
  readonly waitingPerKey: number
  /** How much may wait over all keys. */
  readonly waiting: number
}

/**
 * A concurrency limiter that is fair between keys: one piece of work runs for a key at a time, and keys that wait take
 * turns, so that a flood under one key delays another by one piece of work. Its queue is bounded.
 */
export class FairLimiter<Key> {
  #running = 0
  #waiting = 0
  readonly #busy = new Set<Key>()
  /** In the order of their turns. */
  readonly #queues = new Map<Key, (() => void)[]>()

  constructor(private readonly limits: FairLimits) {}

  /** Rejects with ROOMS_BUSY, without calling `work`, when the queue is full. */
  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.limits.atOnce || this.#busy.has(key)) await this.#turn(key)
    else this.#start(key)
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#busy.delete(key)
      this.#next()
    }
  }

  #turn(key: Key): Promise<void> {
    const queue = this.#queues.get(key) ?? []
    const { waitingPerKey, waiting } = this.limits
    if (queue.length >= waitingPerKey || this.#waiting >= waiting) throw new KlaError('ROOMS_BUSY')
    this.#waiting += 1
    this.#queues.set(key, queue)
    return new Promise((resolve) => queue.push(resolve))
  }

  #next(): void {
    for (const [key, queue] of this.#queues) {
      if (this.#running >= this.limits.atOnce) return
      if (this.#busy.has(key)) continue
      const begin = queue.shift()
      this.#queues.delete(key)
      // Behind all others: its next piece of work is one turn of each away.
      if (queue.length > 0) this.#queues.set(key, queue)
      this.#waiting -= 1
      this.#start(key)
      begin?.()
    }
  }

  #start(key: Key): void {
    this.#running += 1
    this.#busy.add(key)
  }
}
