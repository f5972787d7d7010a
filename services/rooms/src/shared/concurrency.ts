import { KlaError } from '@kla/chassis'

/** Shares the next run, never older than the call. */
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
  readonly concurrency: number
  readonly waitingPerKey: number
  readonly waiting: number
}

/** Runs one task per key, alternating between waiting keys. */
export class FairLimiter<Key> {
  #running = 0
  #waiting = 0
  readonly #busy = new Set<Key>()
  readonly #queues = new Map<Key, (() => void)[]>()

  constructor(private readonly limits: FairLimits) {}

  /** Rejects with ROOMS_BUSY if the queue is full. */
  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.limits.concurrency || this.#busy.has(key)) await this.#enqueue(key)
    else this.#start(key)
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#busy.delete(key)
      this.#startNext()
    }
  }

  #enqueue(key: Key): Promise<void> {
    const queue = this.#queues.get(key) ?? []
    const { waitingPerKey, waiting } = this.limits
    if (queue.length >= waitingPerKey || this.#waiting >= waiting) throw new KlaError('ROOMS_BUSY')
    this.#waiting += 1
    this.#queues.set(key, queue)
    return new Promise((resolve) => queue.push(resolve))
  }

  #startNext(): void {
    for (const [key, queue] of this.#queues) {
      if (this.#running >= this.limits.concurrency) return
      if (this.#busy.has(key)) continue
      const begin = queue.shift()
      this.#queues.delete(key)
      // Moved last, so that other keys run first.
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
