/** Takes turns among keys; each key's items stay in order. */
export class FairQueue<T> {
  readonly #waiting = new Map<string, Set<T>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(key: string, item: T): void {
    const own = this.#waiting.get(key)
    if (own) own.add(item)
    else this.#waiting.set(key, new Set([item]))
    this.#size += 1
  }

  delete(key: string, item: T): boolean {
    const own = this.#waiting.get(key)
    if (!own?.delete(item)) return false
    this.#size -= 1
    if (own.size === 0) this.#waiting.delete(key)
    return true
  }

  take(): T | undefined {
    for (const [key, own] of this.#waiting) {
      for (const item of own) {
        this.#waiting.delete(key)
        own.delete(item)
        this.#size -= 1
        if (own.size > 0) this.#waiting.set(key, own)
        return item
      }
    }
    return undefined
  }
}
