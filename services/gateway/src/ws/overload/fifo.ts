/** An item that waits until it is taken or leaves. */
export interface Waiting {
  /** False once taken or left. */
  isWaiting: boolean
}

/** Gaps kept before the rest moves up. */
export const GAPS_MIN = 1_024

/** First in, first out; leaving leaves a gap. */
export class Fifo<T extends Waiting> implements Iterable<T> {
  #places: T[] = []
  #next = 0
  #waiting = 0

  get waiting(): number {
    return this.#waiting
  }

  push(place: T): void {
    this.#places.push(place)
    this.#waiting += 1
  }

  take(): T | undefined {
    for (; this.#next < this.#places.length; this.#next++) {
      const place = this.#places[this.#next] as T
      if (!place.isWaiting) continue
      this.leave(place)
      return place
    }
    return undefined
  }

  leave(place: T): void {
    place.isWaiting = false
    this.#waiting -= 1
    if (this.#places.length <= 2 * this.#waiting + GAPS_MIN) return
    this.#places = this.#places.slice(this.#next).filter(({ isWaiting }) => isWaiting)
    this.#next = 0
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let index = this.#next; index < this.#places.length; index++) {
      const place = this.#places[index] as T
      if (place.isWaiting) yield place
    }
  }
}
