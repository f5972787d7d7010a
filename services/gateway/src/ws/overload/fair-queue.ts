import { Fifo, GAPS_MIN, type Waiting } from './fifo.js'

/** An item's place among the turns of networks. */
export interface Turn {
  readonly network: string
  /** Account, with one turn over all its sockets and networks. */
  readonly accountId?: number | undefined
  /** Kind without an account; each has a turn. */
  readonly kind?: string
}

export interface Place extends Waiting {
  readonly turn: Turn
}

interface Group<T> extends Iterable<T> {
  readonly waiting: number
  take(): T | undefined
}

/**
 * Queue in which networks take turns, and within each its accounts and kinds, first in, first out. Every step takes
 * amortised constant time.
 */
export class FairQueue<T extends Place> implements Group<T> {
  readonly #networks = new Rota<string, Rota<number | string, Fifo<T>, T>, T>()
  /** An account's items wait where its first does, so that none overtakes another. */
  readonly #networkOf = new Map<number, string>()

  get waiting(): number {
    return this.#networks.waiting
  }

  waitingOf(accountId: number): number {
    const network = this.#networkOf.get(accountId)
    return network === undefined ? 0 : (this.#networks.find(network)?.find(accountId)?.waiting ?? 0)
  }

  push(place: T): void {
    const { turn } = place
    const network = this.#networkFor(turn)
    if (turn.accountId !== undefined) this.#networkOf.set(turn.accountId, network)
    const rota = this.#networks.join(network, () => new Rota())
    rota.join(keyOf(turn), () => new Fifo()).push(place)
    rota.waiting += 1
    this.#networks.waiting += 1
  }

  take(): T | undefined {
    const place = this.#networks.take()
    if (place) this.#forget(place)
    return place
  }

  leave(place: T): void {
    const rota = this.#networks.find(this.#networkFor(place.turn))
    rota?.find(keyOf(place.turn))?.leave(place)
    rota?.lost()
    this.#networks.lost()
    this.#forget(place)
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#networks[Symbol.iterator]()
  }

  #networkFor({ network, accountId }: Turn): string {
    return (accountId === undefined ? undefined : this.#networkOf.get(accountId)) ?? network
  }

  #forget({ turn: { accountId } }: T): void {
    if (accountId !== undefined && this.waitingOf(accountId) === 0) this.#networkOf.delete(accountId)
  }
}

const keyOf = ({ accountId, kind = '' }: Turn): number | string => accountId ?? kind

/** An empty group leaves when its turn comes. */
class Rota<Key, G extends Group<T>, T> implements Group<T> {
  /** Items in all groups; `FairQueue` adds them. */
  waiting = 0
  readonly #groups = new Map<Key, G>()
  #order: (readonly [Key, G])[] = []
  #next = 0

  find(key: Key): G | undefined {
    return this.#groups.get(key)
  }

  join(key: Key, create: () => G): G {
    const known = this.#groups.get(key)
    if (known) return known
    const group = create()
    this.#groups.set(key, group)
    this.#order.push([key, group])
    return group
  }

  take(): T | undefined {
    while (this.#next < this.#order.length) {
      const entry = this.#order[this.#next] as readonly [Key, G]
      const [key, group] = entry
      this.#next += 1
      const item = group.take()
      if (group.waiting > 0) this.#order.push(entry)
      else this.#groups.delete(key)
      if (this.#next > GAPS_MIN && this.#next * 2 > this.#order.length) this.#moveUp()
      if (item === undefined) continue
      this.waiting -= 1
      return item
    }
    return undefined
  }

  lost(): void {
    this.waiting -= 1
    if (this.#order.length - this.#next > 2 * this.waiting + GAPS_MIN) this.#moveUp()
  }

  *[Symbol.iterator](): Iterator<T> {
    let turns = this.#order.slice(this.#next).map(([, group]) => group[Symbol.iterator]())
    while (turns.length > 0) {
      const left: Iterator<T>[] = []
      for (const turn of turns) {
        const next = turn.next()
        if (next.done) continue
        yield next.value
        left.push(turn)
      }
      turns = left
    }
  }

  #moveUp(): void {
    this.#order = this.#order.slice(this.#next).filter(([key, { waiting }]) => waiting > 0 || !this.#groups.delete(key))
    this.#next = 0
  }
}
