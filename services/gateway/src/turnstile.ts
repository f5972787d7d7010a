import { KlaError } from '@kla/chassis'

/** Lets so many pieces of work run at once; the others wait their turn, and where too many wait, more are refused. */
export class Turnstile {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(
    atOnce: number,
    private readonly waitingMax: number = Infinity,
  ) {
    this.#free = atOnce
  }

  /** Rejects with UNAVAILABLE when too many wait already. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else if (this.#waiting.length >= this.waitingMax) throw new KlaError('UNAVAILABLE')
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
