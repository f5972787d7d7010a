import { KlaError } from '@kla/chassis'

/** Lets so many pieces of work run at once; the others wait their turn. */
export class ConcurrencyLimiter {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}

/** Waits for `promise`, at most `ms`; then rejects with UNAVAILABLE. */
export async function withTimeout<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new KlaError('UNAVAILABLE')), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
