import { LRUCache } from 'lru-cache'

/** What people look at at once. */
const KEYS_MAX = 200

interface Kept<Value> {
  readonly askedAtMs: number
  readonly value: Promise<Value>
  settled: boolean
}

export interface SharedReadsOptions<Value, By extends readonly unknown[] = []> {
  /** `by`: in whose name it is asked, where that takes more than the key. */
  readonly read: (key: string, ...by: By) => Promise<Value>
  /** For how long an answer is anybody's, in milliseconds from when it was asked for. */
  readonly keptMs: number
  /** Answers kept at once; what was not asked for lately makes room. */
  readonly keysMax?: number
  readonly now: () => number
}

/** Reads that are the same for whoever asks by a key: one question is under way for each key, however many wait for it. */
export class SharedReads<Value, By extends readonly unknown[] = []> {
  readonly #kept: LRUCache<string, Kept<Value>>

  constructor(private readonly options: SharedReadsOptions<Value, By>) {
    this.#kept = new LRUCache({ max: options.keysMax ?? KEYS_MAX })
  }

  /** A failure is everybody's who waits for it, and nobody's after. */
  read(key: string, ...by: By): Promise<Value> {
    const { read, keptMs, now } = this.options
    const known = this.#kept.get(key)
    if (known && (!known.settled || now() - known.askedAtMs < keptMs)) return known.value
    const kept: Kept<Value> = { askedAtMs: now(), value: read(key, ...by), settled: false }
    this.#kept.set(key, kept)
    kept.value.then(
      () => (kept.settled = true),
      () => this.#kept.peek(key) === kept && this.#kept.delete(key),
    )
    return kept.value
  }

  /** Whoever asks from now on gets what is so then. */
  forget(key: string): void {
    this.#kept.delete(key)
  }
}
