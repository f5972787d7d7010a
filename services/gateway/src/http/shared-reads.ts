import { LRUCache } from 'lru-cache'
import { atMost } from '../shared/at-most.js'

const KEYS_MAX = 200

interface Kept<Value> {
  readonly askedAtMs: number
  readonly value: Promise<Value>
  settled: boolean
}

/** How values are read and how long they are kept. */
export interface SharedReadsOptions<Value, By extends readonly unknown[] = []> {
  readonly read: (key: string, ...by: By) => Promise<Value>
  /** Lifetime of an answer, milliseconds from the request. */
  readonly keptMs: number
  readonly keysMax?: number
  readonly now: () => number
}

/** Shares one read per key. With lru-cache's `fetchMethod`, deleting a key would fail or cache the fetch in flight. */
export class SharedReads<Value, By extends readonly unknown[] = []> {
  readonly #kept: LRUCache<string, Kept<Value>>

  constructor(private readonly options: SharedReadsOptions<Value, By>) {
    this.#kept = new LRUCache(atMost(options.keysMax ?? KEYS_MAX))
  }

  /** Reads or reuses a value; failures are not kept. */
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

  forget(key: string): void {
    this.#kept.delete(key)
  }
}
